package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void pausesDoubleUpToALimitAndBeginAnew() {
    Backoff backoff = new Backoff(100, 500, new SplittableRandom(1));

    for (int round = 0; round < 2; round++) {
      assertThat(backoff.nextMillis()).isBetween(50L, 100L);
      assertThat(backoff.nextMillis()).isBetween(100L, 200L);
      assertThat(backoff.nextMillis()).isBetween(200L, 400L);
      assertThat(backoff.nextMillis()).isBetween(250L, 500L);
      assertThat(backoff.nextMillis()).isBetween(250L, 500L);
      backoff.reset();
    }
  }
}
