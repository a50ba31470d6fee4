package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private final TokenBucket bucket = new TokenBucket(2, 1_000, Long.MAX_VALUE - 10);

  @Test
  void aBurstIsFreeAndThenOneComesAtATime() {
    long start = Long.MAX_VALUE - 10;
    bucket.take(start);
    assertThat(bucket.readyNanos(start)).isEqualTo(start);
    bucket.take(start);
    assertThat(bucket.readyNanos(start) - start).isEqualTo(World.nanos(1_000));
    long later = start + World.nanos(1_500);
    assertThat(bucket.readyNanos(later)).isEqualTo(later);
    bucket.take(later);
    assertThat(bucket.readyNanos(later) - start).isEqualTo(World.nanos(2_000));
  }

  @Test
  void whatIsNotUsedDoesNotPileUp() {
    long later = Long.MAX_VALUE - 10 + World.nanos(3_600_000);
    bucket.take(later);
    bucket.take(later);
    assertThat(bucket.readyNanos(later) - later).isEqualTo(World.nanos(1_000));
  }
}
