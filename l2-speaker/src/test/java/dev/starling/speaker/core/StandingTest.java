package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      useHeadersInDisplayName = true,
      textBlock =
          """
          members | confirmed | expected | witnessed | available | unique
          # A majority of the expected.
          3       | 3         | 3        | false     |           |
          2       | 2         | 3        | false     |           |
          3       | 3         | 4        | false     |           |
          3       | 3         | 5        | false     |           |
          # Two or more members, no majority: half of an even number is none.
          2       | 2         | 4        | false     |           | NO_MAJORITY
          2       | 2         | 4        | true      |           | NO_MAJORITY
          2       | 2         | 5        | false     |           | NO_MAJORITY
          3       | 3         | 6        | true      |           | NO_MAJORITY
          # Members that have said nothing in this view may be long out of reach.
          3       | 1         | 3        | false     |           | NO_MAJORITY
          4       | 2         | 4        | false     |           | NO_MAJORITY
          3       | 2         | 3        | false     |           |
          # Only this one, others expected.
          1       | 1         | 2        | false     | ISOLATED  | NO_MAJORITY
          1       | 1         | 2        | true      |           | NO_MAJORITY
          1       | 1         | 3        | false     | ISOLATED  | NO_MAJORITY
          1       | 1         | 3        | true      |           | NO_MAJORITY
          # Only this one, nobody else expected.
          1       | 1         | 1        | false     |           |
          1       | 1         | 1        | true      |           |
          """)
  void tableOfWhoMayClaimHolds(
      int members,
      int confirmed,
      int expected,
      boolean witnessed,
      @Nullable Silence available,
      @Nullable Silence unique) {
    var standing = new Standing(members, confirmed, expected, witnessed, false, false, false);
    assertThat(standing.silence(false)).isEqualTo(available);
    assertThat(standing.silence(true)).isEqualTo(unique);
    var yielding = new Standing(members, confirmed, expected, witnessed, true, false, false);
    boolean majority = 2 * confirmed > expected;
    assertThat(yielding.silence(false)).isEqualTo(majority ? null : Silence.YIELDING);
    assertThat(yielding.silence(true)).isEqualTo(majority ? null : Silence.YIELDING);
  }

  @Test
  void whoeverCanHaveAMajorityAsksOnlyWhenTheOthersHaveHadTimeToSpeak() {
    var fresh = new Standing(5, 1, 5, false, false, true, true);
    assertThat(fresh.mustAsk()).isFalse();
    assertThat(fresh.mustAskSoon()).isTrue();
    var older = new Standing(5, 1, 5, false, false, true, false);
    assertThat(older.mustAsk()).isTrue();
    assertThat(older.mustAskSoon()).isFalse();
    assertThat(new Standing(2, 1, 5, false, false, true, true).mustAsk()).isTrue();
    assertThat(new Standing(3, 3, 5, false, false, true, true).mustAskSoon()).isFalse();
  }

  /** Who is in the view, who has spoken in it, and whether it is fresh. */
  @ParameterizedTest
  @CsvSource({
    "3, 3, 5, false, false",
    "3, 1, 5, true, false",
    "3, 1, 5, false, true",
    "2, 2, 4, true, true",
    "1, 1, 2, true, true",
    "1, 1, 1, false, false"
  })
  void whoeverHasNoMajorityAsksUnlessItMayJustNotKnowYet(
      int members, int confirmed, int expected, boolean fresh, boolean asks) {
    assertThat(new Standing(members, confirmed, expected, true, false, false, fresh).mustAsk())
        .isEqualTo(asks);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 2, false",
    "2, 3, true",
    "2, 4, false",
    "3, 5, true",
    "3, 6, false"
  })
  void majorityIsMoreThanHalf(int confirmed, int expected, boolean majority) {
    var standing = new Standing(confirmed, confirmed, expected, false, false, false, false);
    assertThat(standing.majority()).isEqualTo(majority);
  }
}
