package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DepartureTest {
  private final Departure departure = new Departure();

  @Test
  void configuredDrainBeginsAndEndsWithoutLeaving() {
    departure.update(true, 0);
    assertThat(departure.isDraining()).isTrue();
    assertThat(departure.isDrained()).isFalse();
    assertThat(departure.handedOver(2, 1, 180 * MILLI_NANOS))
        .containsExactly(new Note.DrainFinished(2, 1, 180));
    assertThat(departure.handedOver(0, 0, 200 * MILLI_NANOS)).isEmpty();
    assertThat(departure.isDrained()).isTrue();
    assertThat(departure.takeLeave(true, 60_000 * MILLI_NANOS)).isFalse();
    assertThat(departure.deadlineNanos()).isEqualTo(Instants.NEVER);
    departure.update(false, 300 * MILLI_NANOS);
    assertThat(departure.isDraining()).isFalse();
  }

  @Test
  void secondDrainIsTimedOnItsOwn() {
    departure.update(true, 0);
    departure.handedOver(0, 0, MILLI_NANOS);
    departure.update(false, 100 * MILLI_NANOS);
    departure.update(true, 200 * MILLI_NANOS);
    assertThat(departure.isDrained()).isFalse();
    departure.update(true, 250 * MILLI_NANOS);
    assertThat(departure.handedOver(0, 0, 300 * MILLI_NANOS))
        .containsExactly(new Note.DrainFinished(0, 0, 100));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -50_000_000, Long.MAX_VALUE - 50_000_000})
  void whoeverLeavesLingersForTheOthers(long start) {
    departure.leave();
    departure.update(false, start);
    assertThat(departure.isDraining()).isTrue();
    assertThat(departure.takeLeave(false, start)).as("not handed over yet").isFalse();
    departure.handedOver(0, 0, start);
    assertThat(departure.takeLeave(false, start)).isFalse();
    assertThat(departure.deadlineNanos()).isEqualTo(start + 100 * MILLI_NANOS);
    assertThat(departure.takeLeave(false, start + 100 * MILLI_NANOS - 1)).isFalse();
    assertThat(departure.takeLeave(false, start + 100 * MILLI_NANOS)).isTrue();
    assertThat(departure.hasLeft()).isTrue();
    assertThat(departure.takeLeave(false, start + 200 * MILLI_NANOS)).as("said once").isFalse();
    assertThat(departure.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @Test
  void oneWhoIsAloneLeavesAtOnce() {
    departure.leave();
    departure.update(false, 0);
    departure.handedOver(0, 0, 0);
    assertThat(departure.takeLeave(true, 0)).isTrue();
  }

  @Test
  void leavingGoesOnThoughTheConfigurationCallsItsDrainOff() {
    departure.update(true, 0);
    departure.leave();
    departure.update(false, MILLI_NANOS);
    assertThat(departure.isDraining()).isTrue();
  }

  @Test
  void leavingWithoutAGroupIsSaidOnce() {
    assertThat(departure.leaveAtOnce()).isTrue();
    assertThat(departure.leaveAtOnce()).isFalse();
    assertThat(departure.hasLeft()).isTrue();
  }
}
