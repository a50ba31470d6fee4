package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.observe.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a bed is as it should be while every node is well: the first choice answers alone. All
 * products here give the service IP back to it.
 */
final class Steady {
  /** MetalLB looks for the members that it has lost once a minute. */
  private static final Duration LIMIT = Duration.ofSeconds(100);

  private static final long HOLD_NANOS = 300_000_000L;
  private static final long LATE_NANOS = 50_000_000L;
  private static final int PROBES = 40;
  private static final int READY_MILLIS = 100;

  private Steady() {}

  /** Waits until every node is a full member, and the first choice has answered alone for 0.3 s. */
  static void await(Bed bed) {
    Patience.await(
        "every node to be a full member",
        LIMIT,
        () -> {
          bed.installation().checkAlive();
          boolean ready = bed.installation().ready();
          Patience.pause(ready ? 0 : READY_MILLIS);
          return ready;
        },
        () -> describe(bed));
    Patience.await(
        bed.plan().firstOwner() + " answering alone for 0.3 s",
        LIMIT,
        () -> {
          bed.installation().checkAlive();
          return holds(bed, System.nanoTime());
        },
        () -> describe(bed));
  }

  private static boolean holds(Bed bed, long now) {
    String owner = bed.plan().firstOwner();
    Sightings seen = bed.since(now - HOLD_NANOS);
    List<Probe> probes =
        seen.probes().stream().filter(probe -> now - probe.sentNanos() > LATE_NANOS).toList();
    return probes.size() >= PROBES
        && probes.stream()
            .allMatch(
                probe -> probe.answer().filter(answer -> answer.node().equals(owner)).isPresent())
        && seen.repliers(now - HOLD_NANOS, now).equals(Set.of(owner))
        && seen.firstFrame(node -> !node.equals(owner)).isEmpty();
  }

  private static String describe(Bed bed) {
    long now = System.nanoTime();
    Sightings seen = bed.since(now - HOLD_NANOS);
    return String.format(
        Locale.ROOT,
        "%s answered ARP, %d of %d probes were lost in the last 0.3 s",
        seen.repliers(now - HOLD_NANOS, now),
        seen.lost(now - HOLD_NANOS, now - LATE_NANOS),
        seen.sent(now - HOLD_NANOS, now - LATE_NANOS));
  }
}
