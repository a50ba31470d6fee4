package dev.starling.speaker.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterSimTest {
  private static final int SEEDS = 10_000;

  /** {@code -Dseed=N} replays one history exactly. */
  @Test
  void theGuaranteesHoldInEveryHistory() {
    String given = System.getProperty("seed", "");
    LongStream seeds =
        given.isEmpty() ? LongStream.range(0, SEEDS) : LongStream.of(Long.parseLong(given));
    Optional<String> broken =
        seeds.parallel().mapToObj(ClusterSimTest::failureOf).flatMap(Optional::stream).findFirst();
    assertThat(broken).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Sabotage.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void brokenCodeIsNoticed(Sabotage sabotage) {
    boolean noticed = LongStream.range(0, 600).parallel().anyMatch(seed -> breaks(seed, sabotage));
    assertThat(noticed).isTrue();
  }

  @Test
  void oneSeedGivesOneHistory() {
    String[] stories = new String[2];
    for (int i = 0; i < 2; i++) {
      int run = i;
      Scenarios.run(
          5, cluster -> cluster.timeline.in(8_000_000_000L, () -> stories[run] = cluster.story()));
    }
    assertThat(stories[0]).isNotEmpty().isEqualTo(stories[1]);
  }

  private static Optional<String> failureOf(long seed) {
    try {
      Scenarios.run(seed, cluster -> {});
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static boolean breaks(long seed, Sabotage sabotage) {
    try {
      Scenarios.run(
          seed,
          cluster -> {
            cluster.sabotage = sabotage;
            if (sabotage == Sabotage.ANSWER_AT_ONCE) {
              cluster.timing = cluster.timing.withSettle(1_000_000L);
            } else if (sabotage == Sabotage.NO_SUCCESSION) {
              cluster.timing = cluster.timing.withLease(1);
            }
          });
      return false;
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage()).contains(sabotage.symptom);
    }
  }
}
