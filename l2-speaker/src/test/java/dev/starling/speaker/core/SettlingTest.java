package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettlingTest {
  private final Settling settling = new Settling(1000 * MILLI_NANOS);

  @Test
  void withoutAViewItNeverSettles() {
    settling.update(true, true, 0);
    settling.update(false, true, 60_000 * MILLI_NANOS);
    assertThat(settling.isSettled()).isFalse();
    assertThat(settling.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @Test
  void completeViewSettlesAtOnce() {
    settling.viewInstalled(0);
    assertThat(settling.isSettled()).isFalse();
    settling.update(true, false, 0);
    assertThat(settling.isSettled()).isTrue();
    assertThat(settling.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000, Long.MAX_VALUE - 100, Long.MIN_VALUE})
  void settleTimeCountsFromTheFirstView(long start) {
    settling.viewInstalled(start);
    settling.viewInstalled(start + 900 * MILLI_NANOS);
    assertThat(settling.deadlineNanos()).isEqualTo(start + 1000 * MILLI_NANOS);
    settling.update(false, true, start + 1000 * MILLI_NANOS - 1);
    assertThat(settling.isSettled()).isFalse();
    settling.update(false, false, start + 1000 * MILLI_NANOS);
    assertThat(settling.isSettled()).isTrue();
  }

  @Test
  void whoeverIsHeardIsWaitedForTwoSecondsMore() {
    settling.viewInstalled(0);
    settling.outsiderHeard();
    settling.update(false, true, 2999 * MILLI_NANOS);
    assertThat(settling.isSettled()).isFalse();
    assertThat(settling.deadlineNanos()).isEqualTo(3000 * MILLI_NANOS);
    settling.update(false, true, 3000 * MILLI_NANOS);
    assertThat(settling.isSettled()).isTrue();
  }

  @Test
  void viewEndsTheWaitingForWhoeverWasHeardBefore() {
    settling.viewInstalled(0);
    settling.outsiderHeard();
    settling.viewInstalled(500 * MILLI_NANOS);
    assertThat(settling.deadlineNanos()).isEqualTo(1000 * MILLI_NANOS);
  }

  @Test
  void beginningAnewTakesTheWholeTimeAgain() {
    settling.viewInstalled(0);
    settling.update(true, false, 0);
    settling.begin(5000 * MILLI_NANOS);
    assertThat(settling.isSettled()).isFalse();
    assertThat(settling.deadlineNanos()).isEqualTo(6000 * MILLI_NANOS);
    settling.update(false, true, 5999 * MILLI_NANOS);
    assertThat(settling.isSettled()).isFalse();
  }

  @Test
  void doubtEndsWithAssurance() {
    settling.viewInstalled(0);
    settling.update(true, false, 0);
    settling.doubt(5000 * MILLI_NANOS);
    settling.update(false, false, 5001 * MILLI_NANOS);
    assertThat(settling.isSettled()).isFalse();
    settling.update(false, true, 5002 * MILLI_NANOS);
    assertThat(settling.isSettled()).isTrue();
  }

  @Test
  void doubtNeitherShortensNorSoftensWaitingThatGoesOn() {
    settling.viewInstalled(0);
    settling.doubt(500 * MILLI_NANOS);
    assertThat(settling.deadlineNanos()).isEqualTo(1000 * MILLI_NANOS);
    settling.update(false, true, 600 * MILLI_NANOS);
    assertThat(settling.isSettled()).isFalse();
  }
}
