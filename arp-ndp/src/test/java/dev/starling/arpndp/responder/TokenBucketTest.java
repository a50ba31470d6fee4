package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void givesABurstThenItsRateAlsoAcrossTheWrapOfTheClock() {
    TokenBucket bucket = new TokenBucket(10, 3);
    long now = Long.MAX_VALUE - SECOND / 20;
    for (int i = 0; i < 3; i++) {
      assertThat(bucket.take(now)).isTrue();
    }
    assertThat(bucket.take(now)).isFalse();
    assertThat(bucket.availableAtNanos(1, now)).isEqualTo(now + SECOND / 10);
    assertThat(bucket.take(now + SECOND / 10 - 1)).isFalse();
    assertThat(bucket.take(now + SECOND / 10)).isTrue();
  }

  @Test
  void savesNoMoreThanItsBurst() {
    TokenBucket bucket = new TokenBucket(10, 3);
    assertThat(bucket.take(3, 0)).isTrue();
    assertThat(bucket.take(3, 100 * SECOND)).isTrue();
    assertThat(bucket.take(100 * SECOND)).isFalse();
  }

  @Test
  void givesAllOrNothing() {
    TokenBucket bucket = new TokenBucket(10, 3);
    assertThat(bucket.take(2, 0)).isTrue();
    assertThat(bucket.take(2, 0)).isFalse();
    assertThat(bucket.take(1, 0)).isTrue();
    assertThat(bucket.take(4, 1_000 * SECOND)).isFalse();
  }
}
