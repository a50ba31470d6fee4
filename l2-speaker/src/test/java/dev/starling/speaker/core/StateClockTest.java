package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateClockTest {
  private static final long MILLI_NANOS = 1_000_000;

  @ParameterizedTest
  @ValueSource(longs = {0, -3_000_000_000L, Long.MAX_VALUE - 4_000_000})
  void changeIsNotedOnceWithHowLongTheLastStateWas(long start) {
    var clock = new StateClock(start);
    assertThat(clock.state()).isEqualTo(SpeakerState.SETTLING);
    assertThat(clock.why()).isEqualTo("started");
    assertThat(clock.ageMillis(start + 5 * MILLI_NANOS)).isEqualTo(5);
    assertThat(clock.update(SpeakerState.ACTIVE, "majority", start + 7 * MILLI_NANOS))
        .containsExactly(
            new Note.StateChanged(SpeakerState.SETTLING, SpeakerState.ACTIVE, "majority", 7));
    assertThat(clock.update(SpeakerState.ACTIVE, "no majority", start + 9 * MILLI_NANOS)).isEmpty();
    assertThat(clock.state()).isEqualTo(SpeakerState.ACTIVE);
    assertThat(clock.why()).isEqualTo("no majority");
    assertThat(clock.ageMillis(start + 10 * MILLI_NANOS)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -3_000_000_000L, Long.MAX_VALUE - 4_000_000})
  void permitIsHeldAtTheStartAndItsChangesAreNotedOnce(long start) {
    var clock = new StateClock(start);
    assertThat(clock.permit(true, true, start + MILLI_NANOS)).isEmpty();
    assertThat(clock.permit(false, true, start + 6 * MILLI_NANOS))
        .containsExactly(new Note.PermitChanged(false, 6));
    assertThat(clock.permit(false, true, start + 7 * MILLI_NANOS)).isEmpty();
    assertThat(clock.permit(true, true, start + 10 * MILLI_NANOS))
        .containsExactly(new Note.PermitChanged(true, 4));
  }
}
