package dev.starling.chaos.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.starling.chaos.netns.Plan;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private static final Plan PLAN = Plan.of(5);

  @Test
  void theSameSeedGivesTheSameRounds() {
    assertThat(rounds(4711)).isEqualTo(rounds(4711)).isNotEqualTo(rounds(4712));
  }

  @Test
  void sixtyRoundsHaveEveryTrouble() {
    Set<Trouble> seen =
        rounds(1).stream()
            .flatMap(round -> round.strikes().stream())
            .map(Strike::trouble)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Trouble.class)));

    assertThat(seen).containsExactlyElementsOf(Arrays.asList(Trouble.values()));
  }

  @RepeatedTest(50)
  void aRoundCanBeDoneAndUndone(RepetitionInfo info) {
    long seed = Long.getLong("seed", info.getCurrentRepetition());
    for (Round round : rounds(seed)) {
      assertThat(round.strikes()).as("seed %d", seed).hasSizeBetween(1, 2);
      assertThat(round.strikes()).extracting(Strike::trouble).doesNotHaveDuplicates();
      for (Strike strike : round.strikes()) {
        assertThat(strike.nodes()).as("seed %d", seed).isNotEmpty().doesNotHaveDuplicates();
        assertThat(strike.lastsMillis()).isBetween(0, 5_000);
        if (strike.trouble().endsProcess()) {
          assertThat(strike.nodes()).doesNotContainAnyElementsOf(Script.keepers(PLAN));
        }
        if (strike.trouble() == Trouble.SPLIT) {
          assertThat(strike.nodes()).hasSizeLessThan(5);
        }
      }
    }
  }

  @RepeatedTest(50)
  void twoStrikesAreNeverForOneNode(RepetitionInfo info) {
    for (Round round : rounds(Long.getLong("seed", info.getCurrentRepetition()))) {
      List<String> named =
          round.strikes().stream()
              .filter(strike -> strike.trouble().reach() != Trouble.Reach.ALL)
              .flatMap(strike -> strike.nodes().stream())
              .toList();
      assertThat(named).as("%s", round).doesNotHaveDuplicates();
    }
  }

  @Test
  void twoNodesAreTooFew() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Script(1, Plan.of(2)));
  }

  private static List<Round> rounds(long seed) {
    Script script = new Script(seed, PLAN);
    return IntStream.range(0, 60).mapToObj(_ -> script.next()).toList();
  }
}
