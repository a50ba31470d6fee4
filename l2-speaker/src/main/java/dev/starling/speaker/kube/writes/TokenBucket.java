package dev.starling.speaker.kube.writes;

/** Allows a burst, and after that one at a time. */
final class TokenBucket {
  private final int size;
  private final long millisPerToken;
  private long tokens;
  private long countedNanos;

  TokenBucket(int size, long millisPerToken, long nowNanos) {
    this.size = size;
    this.millisPerToken = millisPerToken;
    tokens = size;
    countedNanos = nowNanos;
  }

  /** Since when, or from when on, there is a token. */
  long readyNanos(long nowNanos) {
    refill(nowNanos);
    return tokens > 0 ? nowNanos : Times.after(countedNanos, millisPerToken);
  }

  /** Takes a token if there is one. */
  void take(long nowNanos) {
    refill(nowNanos);
    tokens = Math.max(0, tokens - 1);
  }

  private void refill(long nowNanos) {
    long earned = Times.millisBetween(countedNanos, nowNanos) / millisPerToken;
    if (tokens + earned >= size) {
      tokens = size;
      countedNanos = nowNanos;
    } else if (earned > 0) {
      tokens += earned;
      countedNanos = Times.after(countedNanos, earned * millisPerToken);
    }
  }
}
