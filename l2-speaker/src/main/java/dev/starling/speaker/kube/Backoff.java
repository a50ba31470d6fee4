package dev.starling.speaker.kube;

import java.util.random.RandomGenerator;

/** The growing pauses between tries, each shortened at random by up to a half. */
final class Backoff {
  private final long firstMillis;
  private final long maxMillis;
  private final RandomGenerator random;
  private long nextMillis;

  Backoff(long firstMillis, long maxMillis, RandomGenerator random) {
    this.firstMillis = firstMillis;
    this.maxMillis = maxMillis;
    this.random = random;
    nextMillis = firstMillis;
  }

  /** The pause before the next try. */
  long nextMillis() {
    long pause = nextMillis;
    nextMillis = Math.min(maxMillis, nextMillis * 2);
    return pause - random.nextLong(pause / 2 + 1);
  }

  /** It has worked. */
  void reset() {
    nextMillis = firstMillis;
  }
}
