package dev.starling.chaos.observe;

import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long answers take: from the question to the first answer on the card of whoever asks, both by
 * the kernel's time stamps, so that the asker's own delays are not in it.
 */
public final class AnswerClock implements AutoCloseable {
  private static final int PACE_MILLIS = 5;
  private static final int LAST_WAIT_MILLIS = 500;
  private static final long NEVER = Long.MIN_VALUE;

  private final String mac;
  private final RawPort sender;
  private final RawPort watcher;
  private final long[] askedNanos = new long[QuestionFrames.NUMBERS];
  private final long[] answeredNanos = new long[QuestionFrames.NUMBERS];

  /** Asks from the machine {@code namespace}, whose card is {@code mac}. */
  public AnswerClock(Namespace namespace, String mac) {
    this.mac = mac;
    // A socket is not shown what it sends itself.
    this.sender = new RawPort(namespace, "less 1", (_, _) -> {});
    this.watcher = new RawPort(namespace, "arp or icmp6", this::take);
  }

  /**
   * Asks {@code rounds} times for each of {@code ips} in turn, one question every 5 ms.
   *
   * @return microseconds from question to answer, for each of {@code ips}; without those that were
   *     not answered within half a second
   * @throws IllegalArgumentException if that is more than 65,536 questions
   */
  public SortedMap<String, List<Double>> ask(List<String> ips, int rounds) {
    int count = Math.multiplyExact(ips.size(), rounds);
    if (count > QuestionFrames.NUMBERS) {
      throw new IllegalArgumentException(count + " questions cannot be told apart");
    }
    forget();
    for (int number = 0; number < count; number++) {
      sender.send(QuestionFrames.ask(ips.get(number % ips.size()), mac, number));
      Patience.pause(PACE_MILLIS);
    }
    Patience.pause(LAST_WAIT_MILLIS);
    SortedMap<String, List<Double>> micros = new TreeMap<>();
    for (int index = 0; index < ips.size(); index++) {
      micros.put(ips.get(index), delays(index, ips.size(), count));
    }
    return micros;
  }

  @Override
  public void close() {
    sender.close();
    watcher.close();
  }

  private synchronized List<Double> delays(int first, int step, int count) {
    List<Double> micros = new ArrayList<>();
    for (int number = first; number < count; number += step) {
      if (askedNanos[number] != NEVER && answeredNanos[number] != NEVER) {
        micros.add((answeredNanos[number] - askedNanos[number]) / 1e3);
      }
    }
    return micros;
  }

  private synchronized void forget() {
    Arrays.fill(askedNanos, NEVER);
    Arrays.fill(answeredNanos, NEVER);
  }

  private synchronized void take(byte[] frame, long nanos) {
    QuestionFrames.number(frame).ifPresent(number -> keep(askedNanos, number, nanos));
    QuestionFrames.read(frame, nanos)
        .ifPresent(reply -> keep(answeredNanos, reply.number(), nanos));
  }

  private static void keep(long[] all, int number, long nanos) {
    if (all[number] == NEVER) {
      all[number] = nanos;
    }
  }
}
