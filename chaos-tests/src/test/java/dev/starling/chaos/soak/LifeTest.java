package dev.starling.chaos.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LifeTest {
  private static final int MINUTES = 60;

  @Test
  void aFlatLifeHasNotGrown() {
    Life life = life(minute -> 90_000 + minute % 2 * 500, _ -> 40);

    assertThat(life.growth()).isEmpty();
    assertThat(life.slopeKibPerMinute()).isCloseTo(0, Offset.offset(20.0));
  }

  @Test
  void memoryThatGrowsOnIsNamed() {
    Life life = life(minute -> 90_000 + minute * 1_000, _ -> 40);

    assertThat(life.slopeKibPerMinute()).isCloseTo(1_000, Offset.offset(1e-6));
    assertThat(life.growth()).hasValueSatisfying(text -> assertThat(text).contains("memory"));
  }

  @Test
  void aThreadOfEachRoundIsNamed() {
    assertThat(life(_ -> 90_000, minute -> 40 + minute / 5).growth()).isPresent();
  }

  @Test
  void nothingIsSaidOfAShortLife() {
    Life life = new Life(List.of(vitals(0, 1, 50_000, 40), vitals(1, 1, 150_000, 90)));

    assertThat(life.growth()).isEmpty();
    assertThat(life.slopeKibPerMinute()).isZero();
  }

  @Test
  void eachProcessIsALife() {
    List<Life> lives =
        Life.of(Stream.of(vitals(0, 1, 1, 1), vitals(1, 2, 2, 2), vitals(2, 1, 3, 3)).toList());

    assertThat(lives).extracting(life -> life.series().size()).containsExactly(2, 1);
    assertThat(lives.getFirst().mostKib()).isEqualTo(3);
  }

  private static Life life(IntUnaryOperator kib, IntUnaryOperator threads) {
    return new Life(
        IntStream.range(0, MINUTES)
            .mapToObj(
                minute -> vitals(minute, 1, kib.applyAsInt(minute), threads.applyAsInt(minute)))
            .toList());
  }

  private static Vitals vitals(int minute, long process, long kib, int threads) {
    return new Vitals(minute * 60_000_000_000L, "n1", process, kib, threads, 60, 8);
  }
}
