package dev.starling.membership.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever waits for a view looks whether those who ought to make it are there. */
class DetectorInLineTest {
  private static final DetectorSettings STANDARD = DetectorSettings.standard();

  @ParameterizedTest
  @CsvSource({"5", "8", "20", "100", "300", "1000"})
  void theLastOfManyThatDieAtOnceIsNotWaitingForTheDead(int size) {
    LoneDetector last = lastOf(size);
    last.dead.addAll(others(last));

    // Ten roll calls to widen to 16 at a time, then one for each 16.
    last.runForNanos((10L + size / 16) * 4 * STANDARD.timeoutNanos());

    assertThat(last.suspected).containsAll(others(last));
  }

  @ParameterizedTest
  @CsvSource({"8", "20", "100"})
  void aViewThatIsLateCostsNobodyHisLife(int size) {
    LoneDetector last = lastOf(size);
    MemberId gone = last.detector.subjects().getFirst();
    last.dead.add(gone);
    last.runForNanos(STANDARD.timeoutNanos());
    for (int round = 0; round < 40; round++) {
      for (MemberId other : others(last)) {
        last.hear(other, new Signal.Alert(gone));
      }
      last.runForNanos(STANDARD.timeoutNanos() / 2);
    }

    assertThat(last.suspected).containsExactly(gone);
    assertThat(last.probed).as("asked whether they live").contains(last.view.getFirst());
  }

  @ParameterizedTest
  @CsvSource({"8", "100", "300"})
  void whoeverAnswersAfterAllIsSuspectedNoLonger(int size) {
    LoneDetector last = lastOf(size);
    last.dead.addAll(others(last));
    last.runForNanos((10L + size / 16) * 4 * STANDARD.timeoutNanos());
    last.dead.clear();
    last.runForNanos((10L + size / 16) * 4 * STANDARD.timeoutNanos());

    assertThat(last.takenBack).containsAll(last.suspected);
  }

  private static LoneDetector lastOf(int size) {
    List<MemberId> members =
        IntStream.range(0, size).mapToObj(i -> MemberId.of("n" + i, 7L * i + 1)).toList();
    LoneDetector lone = new LoneDetector(STANDARD, members);
    List<MemberId> selfLast = new ArrayList<>(members);
    selfLast.add(selfLast.removeFirst());
    lone.install(selfLast);
    return lone;
  }

  private static List<MemberId> others(LoneDetector lone) {
    return lone.view.stream().filter(member -> !member.equals(lone.self)).toList();
  }
}
