package dev.starling.speaker.kube.writes;

/** Comparisons of times on a clock that may be negative and may wrap. */
final class Times {
  /** A time that does not come. */
  static final long NEVER = Long.MAX_VALUE;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private Times() {}

  static boolean hasCome(long dueNanos, long nowNanos) {
    return dueNanos != NEVER && nowNanos - dueNanos >= 0;
  }

  static long earlier(long one, long other) {
    if (one == NEVER || other == NEVER) {
      return one == NEVER ? other : one;
    }
    return one - other < 0 ? one : other;
  }

  static long later(long one, long other) {
    return one - other < 0 ? other : one;
  }

  /** {@code millis} after {@code nanos}, and never {@link #NEVER}. */
  static long after(long nanos, long millis) {
    long due = nanos + millis * NANOS_PER_MILLI;
    return due == NEVER ? due - 1 : due;
  }

  static long millisBetween(long fromNanos, long toNanos) {
    return (toNanos - fromNanos) / NANOS_PER_MILLI;
  }

  /** {@code first} doubled {@code times} times, at most {@code max}. */
  static long doubled(long first, int times, long max) {
    long value = first;
    for (int i = 0; i < times && value < max; i++) {
      value *= 2;
    }
    return Math.min(value, max);
  }
}
