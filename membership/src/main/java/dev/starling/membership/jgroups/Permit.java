package dev.starling.membership.jgroups;

/**
 * Until when this speaker may answer, as {@link
 * dev.starling.membership.detect.Detector#permitUntilNanos} has it. Read by any thread, moved by
 * one at a time.
 */
final class Permit {
  private volatile long untilNanos;

  Permit(long untilNanos) {
    this.untilNanos = untilNanos;
  }

  /** One volatile read. */
  long untilNanos() {
    return untilNanos;
  }

  /** Moves the end; says whether a permit that is held ends sooner than it would have. */
  boolean moveTo(long nextNanos, long nowNanos) {
    long beforeNanos = untilNanos;
    untilNanos = nextNanos;
    if (nextNanos == Long.MAX_VALUE) {
      return false;
    }
    if (beforeNanos == Long.MAX_VALUE) {
      return true;
    }
    return beforeNanos - nowNanos > 0 && nextNanos - beforeNanos < 0;
  }
}
