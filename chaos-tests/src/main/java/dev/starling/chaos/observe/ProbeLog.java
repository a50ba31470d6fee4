package dev.starling.chaos.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The newest 131,072 probes to one service IP (eleven minutes at one every 5 ms). Safe for use by
 * the sending, the receiving and the analysing thread.
 */
public final class ProbeLog {
  private static final int CAPACITY = 1 << 17;

  private final Probe[] probes = new Probe[CAPACITY];
  private long next;

  /** Notes a probe that is about to be sent and returns its number. */
  public synchronized long sent(long nanos) {
    probes[slot(next)] = new Probe(nanos, Optional.empty());
    return next++;
  }

  /** Notes a reply; a second one to the same probe, or one to a forgotten probe, is ignored. */
  public synchronized void answered(long number, Probe.Answer answer) {
    if (number < 0 || number >= next || number < next - CAPACITY) {
      return;
    }
    Probe probe = probes[slot(number)];
    if (probe.answer().isEmpty()) {
      probes[slot(number)] = new Probe(probe.sentNanos(), Optional.of(answer));
    }
  }

  /** All remembered probes sent at or after {@code nanos}, oldest first. */
  public synchronized List<Probe> since(long nanos) {
    List<Probe> found = new ArrayList<>();
    for (long number = next - 1; number >= 0 && number >= next - CAPACITY; number--) {
      Probe probe = probes[slot(number)];
      if (probe.sentNanos() - nanos < 0) {
        break;
      }
      found.add(probe);
    }
    return found.reversed();
  }

  private static int slot(long number) {
    return (int) (number % CAPACITY);
  }
}
