package dev.starling.membership.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hints in a group so large that a member does not observe all others. */
class DetectorHintTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final int SIZE = 9;
  private static final DetectorSettings STANDARD = DetectorSettings.standard();
  private static final DetectorSettings FAST =
      DetectorSettings.of(Duration.ofMillis(10), Duration.ofMillis(100), 4);

  /** Whether the view makes the member ours, or no longer ours, or neither. */
  @ParameterizedTest
  @ValueSource(longs = {0, 100 * US, 4_100 * US, 8_100 * US})
  void aLivingMemberAnswersAVerificationAlsoWhenAViewComesBetween(long viewAfterNanos) {
    for (DetectorSettings settings : List.of(STANDARD, FAST)) {
      for (int round = 0; round < 20 * (SIZE - 2); round++) {
        var lone = new LoneDetector(settings, members(round));
        lone.answerNanos = viewAfterNanos + 200 * US;
        lone.runForNanos(300 * MS);
        lone.hint(lone.view.get(1 + round % (SIZE - 2)));
        lone.runForNanos(viewAfterNanos);
        lone.install(lone.view.subList(0, SIZE - 1));
        lone.runForNanos(300 * MS);
        assertThat(lone.suspected).as("round %d", round).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 100 * US, 4_100 * US, 8_100 * US})
  void aDeadMemberIsFoundThoughAViewComesBetween(long viewAfterNanos) {
    for (int round = 0; round < 20 * (SIZE - 2); round++) {
      var lone = new LoneDetector(STANDARD, members(round));
      MemberId gone = lone.view.get(1 + round % (SIZE - 2));
      lone.runForNanos(300 * MS);
      lone.dead.add(gone);
      lone.hint(gone);
      lone.runForNanos(viewAfterNanos);
      lone.install(lone.view.subList(0, SIZE - 1));
      lone.runForNanos(13 * MS - viewAfterNanos);
      assertThat(lone.suspected).as("round %d", round).containsExactly(gone);
    }
  }

  /** Whoever stalls has answers waiting, also when the roll call ought to have ended meanwhile. */
  @ParameterizedTest
  @CsvSource({"0, 13", "0, 40", "0, 700", "5, 24", "5, 700", "9, 20", "9, 40", "9, 700"})
  void aStallOfOursConvictsNobodyAndPutsNoDetectionOff(int afterMillis, int stallMillis) {
    for (boolean viewBetween : new boolean[] {false, true}) {
      for (long seed = 0; seed < 50; seed++) {
        var lone = new LoneDetector(STANDARD, members(seed));
        MemberId stranger = unobserved(lone);
        lone.runForNanos(300 * MS);
        lone.answerNanos = afterMillis * MS + 200 * US;
        lone.hint(stranger);
        if (viewBetween) {
          lone.install(lone.view.subList(0, SIZE - 1));
        }
        lone.runForNanos(afterMillis * MS);
        lone.answerNanos = 200 * US;
        long ticksBefore = lone.ticks;
        lone.stallForNanos(stallMillis * MS);
        lone.runForNanos(200 * MS);
        assertThat(lone.suspected).as("seed %d", seed).isEmpty();
        assertThat(lone.ticks - ticksBefore).as("seed %d", seed).isLessThan(30);
        MemberId dies = lone.detector.subjects().getFirst();
        lone.dead.add(dies);
        lone.runForNanos(210 * MS);
        assertThat(lone.alerted).as("seed %d", seed).containsOnly(dies);
      }
    }
  }

  /** Nine. */
  static List<MemberId> members(long seed) {
    List<MemberId> members = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      members.add(MemberId.of("n" + (i + 1), seed));
    }
    return members;
  }

  /** One that the detector does not observe, now or when the last member has gone. */
  private static MemberId unobserved(LoneDetector lone) {
    var later = ObserverRings.of(lone.view.subList(0, SIZE - 1), 4);
    return lone.view.subList(1, SIZE - 1).stream()
        .filter(member -> !lone.detector.subjects().contains(member))
        .filter(member -> !later.getOrDefault(member, new TreeSet<>()).contains(lone.self))
        .findFirst()
        .orElseThrow();
  }
}
