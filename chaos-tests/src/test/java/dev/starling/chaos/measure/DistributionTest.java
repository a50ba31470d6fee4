package dev.starling.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributionTest {
  @ParameterizedTest
  @CsvSource({"50, 15", "90, 27", "99, 30", "100, 30", "1, 1", "4, 2"})
  void aPercentileOfThirtyIsTheOneOfItsRank(int percent, double expected) {
    List<Integer> values = new ArrayList<>(IntStream.rangeClosed(1, 30).boxed().toList());

    assertThat(Distribution.of(values.reversed()).percentile(percent)).isEqualTo(expected);
  }

  @Test
  void whatDidNotHappenCountsAsTheLargest() {
    Distribution three = Distribution.of(Arrays.asList(5.0, null, 7.0));

    assertThat(three.count()).isEqualTo(3);
    assertThat(three.percentile(50)).isEqualTo(7.0);
    assertThat(three.percentile(90)).isNull();
    assertThat(three.max()).isNull();
  }

  @Test
  void nothingHasNoPercentile() {
    assertThat(Distribution.of(List.of()).percentile(50)).isNull();
    assertThat(Distribution.of(List.of()).max()).isNull();
    assertThat(Distribution.of(List.of()).median()).isNaN();
    assertThat(Distribution.of(List.of()).most()).isNaN();
  }

  @Test
  void ofTwoTheSmallerIsTheMiddleOne() {
    assertThat(Distribution.of(List.of(2, 1)).median()).isEqualTo(1);
    assertThat(Distribution.of(List.of(2, 1)).most()).isEqualTo(2);
  }

  @Test
  void percentilesAreFromOneToHundred() {
    assertThatThrownBy(() -> Distribution.of(List.of(1)).percentile(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Distribution.of(List.of(1)).percentile(101))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @RepeatedTest(200)
  void aPercentileIsTheSmallestValueThatEnoughDoNotExceed(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    Random random = new Random(seed);
    List<Integer> values =
        IntStream.range(0, 1 + random.nextInt(50)).mapToObj(i -> random.nextInt(20)).toList();
    int percent = 1 + random.nextInt(100);

    Double expected =
        values.stream()
            .sorted()
            .filter(
                v ->
                    100L * values.stream().filter(w -> w <= v).count()
                        >= (long) percent * values.size())
            .findFirst()
            .map(Integer::doubleValue)
            .orElseThrow();

    assertThat(Distribution.of(values).percentile(percent)).as("seed %d", seed).isEqualTo(expected);
  }
}
