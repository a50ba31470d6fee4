package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.members;
import static dev.starling.speaker.core.Cast.setOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnDescriptionTest {
  private static final List<MemberId> OTHERS = members("b", "c");
  private static final Description ON_A = new Description(true, false, setOf("a"));
  private static final Description ON_B = new Description(true, false, setOf("b"));
  private static final Description DRAINING = new Description(true, true, setOf("a"));

  private final OwnDescription own = new OwnDescription();

  @Test
  void sameDescriptionIsToldOnce() {
    assertThat(own.describe(Description.UNKNOWN, OTHERS, 0)).isFalse();
    assertThat(own.sequence()).isZero();
    assertThat(own.describe(ON_A, OTHERS, 0)).isTrue();
    assertThat(own.describe(ON_A, OTHERS, 1)).isFalse();
    assertThat(own.sequence()).isEqualTo(1);
    assertThat(own.wanted()).isEqualTo(ON_A);
  }

  @Test
  void gainWaitsUntilAllHaveConfirmed() {
    own.describe(ON_A, OTHERS, 0);
    assertThat(own.takeEffect(OTHERS, 0)).isFalse();
    assertThat(own.effective().settled()).isFalse();
    assertThat(own.effective().usableLinks()).isEmpty();
    own.confirmed(member("b"), 1);
    assertThat(own.takeEffect(OTHERS, MILLI_NANOS)).isFalse();
    assertThat(own.unconfirmed()).isEqualTo(1);
    own.confirmed(member("c"), 1);
    assertThat(own.takeEffect(OTHERS, MILLI_NANOS)).isTrue();
    assertThat(own.effective()).isEqualTo(ON_A);
    assertThat(own.isInEffect()).isTrue();
    assertThat(own.takeEffect(OTHERS, 2 * MILLI_NANOS)).isFalse();
    assertThat(own.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -200_000_000, Long.MAX_VALUE - 300_000_000, Long.MIN_VALUE})
  void whoeverDoesNotConfirmAGainIsWaitedForUntilAKernelHasAskedAgain(long start) {
    own.describe(ON_A, OTHERS, start);
    assertThat(own.deadlineNanos()).isEqualTo(start + 250 * MILLI_NANOS);
    assertThat(own.takeRepetition(start + 250 * MILLI_NANOS)).isTrue();
    assertThat(own.takeEffect(OTHERS, start + OwnDescription.GAIN_NANOS - 1)).isFalse();
    assertThat(own.takeEffect(OTHERS, start + OwnDescription.GAIN_NANOS)).isTrue();
    assertThat(own.unconfirmed()).isEqualTo(2);
  }

  @Test
  void lossIsInEffectBeforeAnybodyHasConfirmed() {
    settledOn(new Description(true, false, setOf("a", "b")));
    own.describe(ON_A, OTHERS, 0);
    assertThat(own.effective()).isEqualTo(ON_A);
    assertThat(own.isInEffect()).isTrue();
    own.describe(new Description(false, false, setOf("a")), OTHERS, 0);
    assertThat(own.effective().settled()).isFalse();
    assertThat(own.effective().usableLinks()).containsExactly("a");
  }

  @Test
  void exchangeOfLinksLosesAtOnceAndGainsLater() {
    settledOn(ON_A);
    own.describe(ON_B, OTHERS, 0);
    assertThat(own.effective()).isEqualTo(new Description(true, false, setOf()));
    confirmAll();
    own.takeEffect(OTHERS, 0);
    assertThat(own.effective()).isEqualTo(ON_B);
  }

  @Test
  void drainIsInEffectOnlyWhenTheOthersHaveTakenOver() {
    settledOn(ON_A);
    own.describe(DRAINING, OTHERS, 0);
    assertThat(own.effective()).isEqualTo(ON_A);
    assertThat(own.takeEffect(OTHERS, 999 * MILLI_NANOS)).isFalse();
    confirmAll();
    assertThat(own.takeEffect(OTHERS, 999 * MILLI_NANOS)).isTrue();
    assertThat(own.effective()).isEqualTo(DRAINING);
  }

  @Test
  void drainWaitsForThoseWhoTakeOver() {
    settledOn(ON_A);
    own.describe(DRAINING, OTHERS, 0);
    own.confirmed(member("c"), own.sequence());
    assertThat(own.takeEffect(members("b"), 0)).isFalse();
    own.confirmed(member("b"), own.sequence() - 1);
    assertThat(own.takeEffect(members("b"), 0)).isFalse();
    assertThat(own.takeEffect(members("c"), 0)).isTrue();
    assertThat(own.missing()).isZero();
    assertThat(own.unconfirmed()).isEqualTo(1);
  }

  @Test
  void drainWaitsOneSecondAtMost() {
    settledOn(ON_A);
    own.describe(DRAINING, OTHERS, 0);
    assertThat(own.takeEffect(OTHERS, 1000 * MILLI_NANOS - 1)).isFalse();
    assertThat(own.takeEffect(OTHERS, 1000 * MILLI_NANOS)).isTrue();
  }

  @Test
  void drainOfOneWhoIsAloneIsInEffectAtOnce() {
    settledOn(ON_A);
    own.describe(DRAINING, List.of(), 0);
    assertThat(own.takeEffect(List.of(), 0)).isTrue();
  }

  @Test
  void drainThatIsCalledOffBeforeItWasConfirmedIsAGain() {
    settledOn(ON_A);
    own.describe(DRAINING, OTHERS, 0);
    own.describe(ON_A, OTHERS, MILLI_NANOS);
    assertThat(own.effective()).as("somebody may have taken over").isEqualTo(DRAINING);
    assertThat(own.takeEffect(OTHERS, OwnDescription.GAIN_NANOS)).isFalse();
    assertThat(own.takeEffect(OTHERS, OwnDescription.GAIN_NANOS + MILLI_NANOS)).isTrue();
    assertThat(own.effective()).isEqualTo(ON_A);
  }

  @Test
  void confirmationOfAnEarlierDescriptionDoesNotCount() {
    own.describe(ON_A, members("b"), 0);
    own.describe(ON_B, members("b"), 1);
    own.confirmed(member("b"), 1);
    assertThat(own.unconfirmed()).isEqualTo(1);
    own.confirmed(member("b"), 3);
    own.confirmed(member("stranger"), 2);
    assertThat(own.unconfirmed()).isEqualTo(1);
    own.confirmed(member("b"), 2);
    assertThat(own.unconfirmed()).isZero();
  }

  @Test
  void newViewIsToldButOnlyWaitedForWhereSomethingIsOpen() {
    settledOn(ON_A);
    own.tell(OTHERS, 0);
    assertThat(own.sequence()).isEqualTo(2);
    assertThat(own.unconfirmed()).isEqualTo(2);
    assertThat(own.isInEffect()).isTrue();
    assertThat(own.deadlineNanos()).as("repetition only").isEqualTo(250 * MILLI_NANOS);
    own.startOver();
    own.tell(OTHERS, 0);
    assertThat(own.effective().settled()).isFalse();
    assertThat(own.takeEffect(OTHERS, OwnDescription.GAIN_NANOS - 1)).isFalse();
    assertThat(own.takeEffect(OTHERS, OwnDescription.GAIN_NANOS)).isTrue();
  }

  @Test
  void sameIsSaidAgainFortyTimesAtMost() {
    own.describe(ON_A, OTHERS, 0);
    assertThat(own.takeRepetition(249 * MILLI_NANOS)).isFalse();
    int repetitions = 0;
    for (long now = 0; now < 60_000 * MILLI_NANOS; now += 10 * MILLI_NANOS) {
      repetitions += own.takeRepetition(now) ? 1 : 0;
    }
    assertThat(repetitions).isEqualTo(40);
    assertThat(own.sequence()).isEqualTo(1);
    own.takeEffect(OTHERS, 60_000 * MILLI_NANOS);
    assertThat(own.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @Test
  void nothingIsRepeatedOnceAllHaveConfirmed() {
    own.describe(ON_A, OTHERS, 0);
    confirmAll();
    assertThat(own.takeRepetition(250 * MILLI_NANOS)).isFalse();
  }

  private void settledOn(Description description) {
    own.describe(description, List.of(), 0);
    own.takeEffect(OTHERS, 0);
    assertThat(own.effective()).isEqualTo(description);
  }

  private void confirmAll() {
    OTHERS.forEach(other -> own.confirmed(other, own.sequence()));
  }
}
