package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTest {
  /** A clock that is negative, that crosses zero, and that wraps. */
  @ParameterizedTest
  @ValueSource(
      longs = {0, -1, 42, Long.MIN_VALUE, Long.MIN_VALUE + 1, -5_000_000, Long.MAX_VALUE - 1_000})
  void timesAreComparedByTheirDifference(long nowNanos) {
    assertThat(Instants.hasCome(nowNanos, nowNanos)).isTrue();
    assertThat(Instants.hasCome(nowNanos - 1_500, nowNanos)).isTrue();
    assertThat(Instants.hasCome(nowNanos + 1_500, nowNanos)).isFalse();
    assertThat(Instants.earlier(nowNanos, nowNanos + 1_500)).isEqualTo(nowNanos);
    assertThat(Instants.earlier(nowNanos + 1_500, nowNanos)).isEqualTo(nowNanos);
    assertThat(Instants.millisBetween(nowNanos, nowNanos + 7_999_999)).isEqualTo(7);
    assertThat(Instants.millisBetween(nowNanos + 7_999_999, nowNanos)).isEqualTo(-7);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE})
  void neverDoesNotComeAndIsLaterThanAnyTime(long nanos) {
    assertThat(Instants.hasCome(Instants.NEVER, nanos)).isFalse();
    assertThat(Instants.earlier(Instants.NEVER, nanos)).isEqualTo(nanos);
    assertThat(Instants.earlier(nanos, Instants.NEVER)).isEqualTo(nanos);
  }
}
