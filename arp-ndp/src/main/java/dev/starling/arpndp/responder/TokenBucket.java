package dev.starling.arpndp.responder;

/**
 * A rate with a burst, as the virtual scheduling algorithm keeps it: the time at which the bucket
 * would be full again. For one thread. Survives a clock that wraps.
 */
public final class TokenBucket {
  private final long intervalNanos;
  private final long burstNanos;
  private long fullAtNanos;
  private boolean used;

  /**
   * A full bucket.
   *
   * @param perSecond tokens that come back each second, 1 to 1,000,000,000
   * @param burst tokens that it holds, at least 1
   */
  public TokenBucket(int perSecond, int burst) {
    if (perSecond < 1 || perSecond > 1_000_000_000 || burst < 1) {
      throw new IllegalArgumentException("a bucket has a rate and a burst");
    }
    intervalNanos = 1_000_000_000L / perSecond;
    burstNanos = intervalNanos * burst;
  }

  /** Takes one token, if there is one. */
  public boolean take(long nowNanos) {
    return take(1, nowNanos);
  }

  /** Takes {@code tokens}, all or none; never more than the burst. */
  public boolean take(int tokens, long nowNanos) {
    long from = used && fullAtNanos - nowNanos > 0 ? fullAtNanos : nowNanos;
    long full = from + tokens * intervalNanos;
    if (full - nowNanos > burstNanos) {
      return false;
    }
    fullAtNanos = full;
    used = true;
    return true;
  }

  /** The earliest time, {@code nowNanos} or later, at which {@code tokens} can be taken. */
  public long availableAtNanos(int tokens, long nowNanos) {
    if (!used) {
      return nowNanos;
    }
    long at = fullAtNanos + tokens * intervalNanos - burstNanos;
    return at - nowNanos > 0 ? at : nowNanos;
  }
}
