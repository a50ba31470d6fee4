package dev.starling.membership.detect;

/**
 * When the permit ends: with the lease, but in a new view that nobody acts by yet no later than it
 * would have ended without that view. {@link Long#MAX_VALUE} is never; any other value is to be
 * compared by its difference.
 */
final class PermitEnd {
  private long untilNanos = Long.MAX_VALUE;
  private long capNanos = Long.MAX_VALUE;

  long nanos() {
    return untilNanos;
  }

  /** It ends no later than now known, until {@link #uncap}. */
  void cap() {
    capNanos = untilNanos;
  }

  void uncap() {
    capNanos = Long.MAX_VALUE;
  }

  /** The lease ends at {@code leaseNanos}. */
  void renew(long leaseNanos) {
    boolean openEnded = capNanos == Long.MAX_VALUE || leaseNanos == Long.MAX_VALUE;
    boolean leaseFirst = openEnded ? leaseNanos < capNanos : leaseNanos - capNanos < 0;
    untilNanos = leaseFirst ? leaseNanos : capNanos;
  }
}
