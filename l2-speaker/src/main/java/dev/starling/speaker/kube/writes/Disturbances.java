package dev.starling.speaker.kube.writes;

import java.util.HashMap;
import java.util.Map;

/**
 * How long to wait before a status object is mended that somebody else has changed or removed:
 * longer each time, as it may be another program that will do so again.
 */
final class Disturbances {
  private static final long FIRST_WAIT_MILLIS = 1_000;
  private static final long WAIT_MILLIS_MAX = 600_000;
  private static final long FORGOTTEN_MILLIS = 3_600_000;
  private static final int TIMES_MAX = 1_000;

  private final Map<String, Disturbance> byName = new HashMap<>();

  private record Disturbance(int times, long lastNanos) {}

  /** Counts one more; returns how many there have been lately. */
  int count(String name, long nowNanos) {
    Disturbance last = byName.get(name);
    int times = 1;
    if (last != null && Times.millisBetween(last.lastNanos(), nowNanos) < FORGOTTEN_MILLIS) {
      times = Math.min(last.times() + 1, TIMES_MAX);
    }
    byName.put(name, new Disturbance(times, nowNanos));
    return times;
  }

  /** How long to wait the {@code times}th time. */
  static long waitMillis(int times) {
    return Times.doubled(FIRST_WAIT_MILLIS, times - 1, WAIT_MILLIS_MAX);
  }

  /** The object is of no interest any more. */
  void forget(String name) {
    byName.remove(name);
  }
}
