package dev.starling.speaker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.Samples;
import dev.starling.speaker.core.FlightRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlightStoryTest {
  @Test
  void phasesCountFromTheLastThatWasHeard() {
    FlightStory story = FlightStory.of(Samples.FLIGHT);
    assertThat(story.text())
        .isEqualTo("last heard, suspected 203.1, view 207.9, claimed 208.0, first frame 212.4");
    assertThat(story.startNanos()).isEqualTo(1_000_000_000L);
    assertThat(story.totalMillis()).hasValue(212.4);
  }

  @Test
  void phasesThatDidNotHappenAreLeftOut() {
    FlightStory story = FlightStory.of(Samples.DRAIN);
    assertThat(story.text()).isEqualTo("claimed, first frame 1.0");
    assertThat(story.totalMillis()).hasValue(1.0);
  }

  @Test
  void theClockMayWrap() {
    FlightRecord flight =
        new FlightRecord(
            FlightRecord.Cause.DEATH,
            "a",
            "b",
            "e",
            List.of(),
            1,
            Long.MAX_VALUE - 10,
            0,
            0,
            0,
            Long.MIN_VALUE + 999_989);
    assertThat(FlightStory.of(flight).totalMillis()).hasValue(1.0);
  }

  @Test
  void aRecordWithoutTimesHasNoStory() {
    FlightRecord flight =
        new FlightRecord(FlightRecord.Cause.MERGE, "a", "b", "e", List.of(), 1, 0, 0, 0, 0, 0);
    assertThat(FlightStory.of(flight).phases()).isEmpty();
    assertThat(FlightStory.of(flight).text()).isEmpty();
    assertThat(FlightStory.of(flight).totalMillis()).isEmpty();
  }

  @Test
  void onlyTheEndIsNoDuration() {
    FlightRecord flight =
        new FlightRecord(FlightRecord.Cause.MERGE, "a", "b", "e", List.of(), 1, 0, 0, 0, 0, 5);
    assertThat(FlightStory.of(flight).totalMillis()).isEmpty();
  }
}
