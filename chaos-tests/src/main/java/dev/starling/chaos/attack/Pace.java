package dev.starling.chaos.attack;

import java.util.concurrent.locks.LockSupport;

/**
 * So many a second, in portions of a millisecond's worth at least. What a busy machine could not
 * send in time is made up for 20 ms at most. For one thread.
 */
final class Pace {
  private static final long PORTION_NANOS = 1_000_000L;
  private static final long ARREARS_NANOS = 20_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final double intervalNanos;
  private double dueNanos;
  private final long startNanos = System.nanoTime();

  Pace(int perSecond) {
    intervalNanos = SECOND_NANOS / perSecond;
  }

  /** Waits until the next may go. */
  void await() {
    double now = System.nanoTime() - startNanos;
    if (dueNanos - now > PORTION_NANOS) {
      while (dueNanos > System.nanoTime() - startNanos) {
        LockSupport.parkNanos((long) dueNanos - (System.nanoTime() - startNanos));
      }
      now = System.nanoTime() - startNanos;
    }
    dueNanos = Math.max(dueNanos, now - ARREARS_NANOS) + intervalNanos;
  }
}
