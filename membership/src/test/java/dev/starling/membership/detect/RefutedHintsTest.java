package dev.starling.membership.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For how long a detector hears no hint on a member that has refuted some. */
class RefutedHintsTest {
  private static final long SECOND = 1_000_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  /** So slow that hours are few ticks: 1, 4, 15, 15 minutes. */
  private static final DetectorSettings SLOW =
      DetectorSettings.of(Duration.ofSeconds(10), Duration.ofMinutes(1), 4);

  @Test
  void theDeafnessGrowsAlsoForWhomThisMemberDoesNotObserve() {
    List<MemberId> members = DetectorHintTest.members(1);
    for (MemberId member : members.subList(1, members.size())) {
      var lone = new LoneDetector(DetectorSettings.standard(), members);
      // 0.2, 0.8, 3.2, 12.8, 51.2, 204.8 s; the seventh would be heard after 273 s.
      assertThat(hintsHeard(lone, member, SECOND, 250)).isLessThanOrEqualTo(6);
    }
  }

  @Test
  void theDeafnessEndsAfterAQuarterOfAnHourHoweverLongTheTimeout() {
    var lone = new LoneDetector(SLOW, DetectorHintTest.members(1));
    MemberId member = lone.view.getLast();
    assertThat(hintsHeard(lone, member, MINUTE, 360)).isGreaterThanOrEqualTo(24);
    lone.runForNanos(16 * MINUTE);
    assertThat(lone.hint(member)).isTrue();
  }

  @Test
  void aQuietHourHalvesTheCount() {
    var lone = new LoneDetector(SLOW, DetectorHintTest.members(1));
    MemberId member = lone.view.getLast();
    assertThat(hintsHeard(lone, member, MINUTE, 60)).isGreaterThanOrEqualTo(4);
    // Two have counted, then one does, then none.
    lone.runForNanos(15 * MINUTE + HOUR + MINUTE);
    assertThat(deafMinutes(lone, member)).isBetween(4, 5);
    lone.runForNanos(15 * MINUTE + 3 * HOUR);
    assertThat(deafMinutes(lone, member)).isBetween(1, 2);
  }

  private static int hintsHeard(LoneDetector lone, MemberId member, long everyNanos, int times) {
    int heard = 0;
    for (int i = 0; i < times; i++) {
      lone.runForNanos(everyNanos);
      heard += lone.hint(member) ? 1 : 0;
    }
    assertThat(lone.suspected).isEmpty();
    return heard;
  }

  private static int deafMinutes(LoneDetector lone, MemberId member) {
    assertThat(lone.hint(member)).isTrue();
    for (int minutes = 1; ; minutes++) {
      lone.runForNanos(MINUTE);
      if (lone.hint(member)) {
        return minutes;
      }
    }
  }
}
