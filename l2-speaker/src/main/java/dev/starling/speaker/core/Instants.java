package dev.starling.speaker.core;

/** Comparisons of times on a clock that may be negative and may wrap. */
final class Instants {
  /** A time that does not come. */
  static final long NEVER = Long.MAX_VALUE;

  private Instants() {}

  static boolean hasCome(long dueNanos, long nowNanos) {
    return dueNanos != NEVER && nowNanos - dueNanos >= 0;
  }

  static long earlier(long one, long other) {
    if (one == NEVER || other == NEVER) {
      return one == NEVER ? other : one;
    }
    return one - other < 0 ? one : other;
  }

  static long millisBetween(long fromNanos, long toNanos) {
    return (toNanos - fromNanos) / 1_000_000;
  }
}
