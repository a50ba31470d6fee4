package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.member;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YieldingTest {
  /** A view of two, made by node 50. */
  private static final View VIEW =
      Cast.viewOf(3, List.of(new MemberId(50, 0), new MemberId(10, 0)), List.of());

  private final Yielding yielding = new Yielding();

  @ParameterizedTest
  @CsvSource({
    "3, 90, false, true",
    "1, 1,  false, false",
    "2, 40, false, true",
    "2, 60, false, false",
    "3, 90, true,  false",
    "2, 40, true,  false"
  })
  void smallerSideWithoutAMajorityIsSilent(
      int size, long creator, boolean majority, boolean silent) {
    yielding.outsiderHeard(outsider(size, creator), VIEW, majority, 0);
    assertThat(yielding.isSilent(0)).isEqualTo(silent);
    assertThat(yielding.deadlineNanos()).isEqualTo(silent ? 2000 * MILLI_NANOS : Instants.NEVER);
  }

  @Test
  void twoGroupsOfOneSizeNeverYieldBoth() {
    View other = Cast.viewOf(9, List.of(new MemberId(40, 0), new MemberId(60, 0)), List.of());
    var theirs = new Yielding();
    yielding.outsiderHeard(outsider(2, 40), VIEW, false, 0);
    theirs.outsiderHeard(
        new Membership.Outsider(VIEW.members().getFirst(), VIEW.id(), 2), other, false, 0);
    assertThat(yielding.isSilent(0)).isTrue();
    assertThat(theirs.isSilent(0)).isFalse();
  }

  @Test
  void groupThatIsHeardAnewMuchLaterIsYieldedToAnew() {
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, 0);
    long later = 600_000 * MILLI_NANOS;
    yielding.update(later);
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, later);
    assertThat(yielding.isSilent(later)).isTrue();
  }

  @Test
  void silenceEndsTwoSecondsAfterTheGroupWasHeardLast() {
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, -500 * MILLI_NANOS);
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, 1000 * MILLI_NANOS);
    assertThat(yielding.isSilent(3000 * MILLI_NANOS - 1)).isTrue();
    assertThat(yielding.isSilent(3000 * MILLI_NANOS)).isFalse();
    yielding.update(3000 * MILLI_NANOS);
    assertThat(yielding.deadlineNanos()).isEqualTo(Instants.NEVER);
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, 4000 * MILLI_NANOS);
    assertThat(yielding.isSilent(4000 * MILLI_NANOS)).isTrue();
  }

  @Test
  void silenceEndsAfterHalfAMinuteThoughTheGroupIsStillHeard() {
    for (long millis = 0; millis < 60_000; millis += 200) {
      yielding.outsiderHeard(outsider(3, 90), VIEW, false, millis * MILLI_NANOS);
      assertThat(yielding.isSilent(millis * MILLI_NANOS)).isEqualTo(millis < 30_000);
      yielding.update(millis * MILLI_NANOS);
    }
  }

  @Test
  void viewEndsTheSilenceAndAllowsAnother() {
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, 0);
    yielding.viewInstalled();
    assertThat(yielding.isSilent(1)).isFalse();
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, 1);
    assertThat(yielding.isSilent(2)).isTrue();
  }

  @Test
  void silenceIsTimedAcrossAWrapOfTheClock() {
    long now = Long.MAX_VALUE - 1000 * MILLI_NANOS;
    yielding.outsiderHeard(outsider(3, 90), VIEW, false, now);
    assertThat(yielding.isSilent(now + 1999 * MILLI_NANOS)).isTrue();
    assertThat(yielding.isSilent(now + 2000 * MILLI_NANOS)).isFalse();
  }

  private static Membership.Outsider outsider(int size, long creator) {
    return new Membership.Outsider(member("other"), new ViewId(new MemberId(creator, 0), 8), size);
  }
}
