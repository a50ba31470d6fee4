package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.link;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WitnessTest {
  private static final List<LinkState> WITNESSED = List.of(link("eth0", true, true));

  private final Witness witness = new Witness();

  @Test
  void nobodyIsAskedWhileNobodyWantsToKnow() {
    assertThat(witness.update(false, WITNESSED, 0)).isEmpty();
    assertThat(witness.answers()).isFalse();
    assertThat(witness.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -150_000_000, Long.MAX_VALUE - 120_000_000})
  void questionsAreATenthOfASecondApart(long start) {
    assertThat(witness.update(true, WITNESSED, start)).containsExactly("eth0");
    assertThat(witness.deadlineNanos()).isEqualTo(start + 100 * MILLI_NANOS);
    assertThat(witness.update(true, WITNESSED, start + 99 * MILLI_NANOS)).isEmpty();
    assertThat(witness.update(true, WITNESSED, start + 100 * MILLI_NANOS)).containsExactly("eth0");
    assertThat(witness.update(true, WITNESSED, start + 199 * MILLI_NANOS)).isEmpty();
  }

  @Test
  void onlyUsableLinksWithAWitnessAreAsked() {
    List<LinkState> links =
        List.of(link("a", true, false), link("b", true, true), link("c", false, true));
    assertThat(witness.update(true, links, 0)).containsExactly("b");
  }

  @Test
  void answerCountsForAWhile() {
    witness.update(true, WITNESSED, 0);
    witness.heard(20 * MILLI_NANOS);
    witness.update(true, WITNESSED, 20 * MILLI_NANOS);
    assertThat(witness.answers()).isTrue();
    witness.update(true, WITNESSED, 370 * MILLI_NANOS);
    assertThat(witness.answers()).isTrue();
    witness.update(true, WITNESSED, 371 * MILLI_NANOS);
    assertThat(witness.answers()).isFalse();
  }

  @Test
  void answerFromBeforeTheQuestionIsForgotten() {
    witness.heard(0);
    witness.update(false, WITNESSED, 10 * MILLI_NANOS);
    witness.update(true, WITNESSED, 20 * MILLI_NANOS);
    assertThat(witness.answers()).isFalse();
  }

  @Test
  void linkWithoutAWitnessSpeaksForItselfWhileItIsUsable() {
    List<LinkState> links = List.of(link("a", false, true), link("b", true, false));
    witness.update(true, links, 0);
    assertThat(witness.answers()).isTrue();
    witness.update(true, List.of(link("b", false, false)), 1);
    assertThat(witness.answers()).isFalse();
  }

  @Test
  void answerDoesNotCountOnceNoLinkIsUsable() {
    witness.update(true, WITNESSED, 0);
    witness.heard(0);
    witness.update(true, WITNESSED, 0);
    witness.update(true, List.of(link("eth0", false, true)), MILLI_NANOS);
    assertThat(witness.answers()).isFalse();
  }

  @Test
  void firstAnswerMayTakeAWhileBeforeItIsASilence() {
    witness.update(true, WITNESSED, 0);
    witness.update(true, WITNESSED, 150 * MILLI_NANOS);
    witness.heard(150 * MILLI_NANOS);
    witness.update(true, WITNESSED, 150 * MILLI_NANOS);
    assertThat(witness.answers()).isTrue();
  }

  @Test
  void silenceIsForgottenWithTheQuestion() {
    witness.update(true, WITNESSED, 0);
    witness.update(true, WITNESSED, 500 * MILLI_NANOS);
    witness.update(false, WITNESSED, 600 * MILLI_NANOS);
    witness.update(true, WITNESSED, 10_000 * MILLI_NANOS);
    witness.heard(10_001 * MILLI_NANOS);
    witness.update(true, WITNESSED, 10_001 * MILLI_NANOS);
    assertThat(witness.answers()).isTrue();
  }
}
