package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.MemberId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds are generous: they must hold on a machine that is busy with other things. */
final class DetectionIT {
  private static final double CRASH_MILLIS_MAX = 200;
  private static final double SILENCE_MILLIS_MAX = 800;

  @Test
  void aKilledProcessIsOutWithinAFewKnocks() {
    try (Cluster cluster = Cluster.of("crash", 5)) {
      List<Double> last = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        Speaker victim = cluster.speakers.get(round == 1 ? 0 : cluster.speakers.size() - 1);
        MemberId gone = victim.membership.self();
        awaitPermits(cluster);
        long start = System.nanoTime();
        victim.crash();
        cluster.speakers.remove(victim);
        cluster.awaitViewOf(cluster.speakers);
        Measured.print("port closed to view", start, cluster.speakers);
        last.add(lastViewMillis(cluster, start));
        assertThat(cluster.speakers).anySatisfy(s -> assertThat(s.suspects).contains(gone));
        victim.close();
      }
      assertThat(Measured.median(last)).isLessThan(CRASH_MILLIS_MAX);
    }
  }

  @Test
  void aMemberThatNobodyHearsIsOutAfterTheTimeout() {
    try (Cluster cluster = Cluster.of("blackhole", 5)) {
      Speaker victim = cluster.speakers.getLast();
      List<Speaker> others = cluster.without(victim);
      awaitPermits(cluster);
      long start = System.nanoTime();
      victim.faults.part(others);
      cluster.awaitViewOf(others);
      Measured.print("cut to view", start, others);
      assertThat(lastViewMillis(cluster, start)).isLessThan(SILENCE_MILLIS_MAX);
      assertThat(victim.viewSize()).as("never alone with the others' IPs").isEqualTo(5);
      assertThat(victim.membership.permitUntilNanos() - System.nanoTime()).isNegative();
      long healed = System.nanoTime();
      victim.faults.heal();
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("healed to view", healed, cluster.speakers);
    }
  }

  @Test
  void aMemberThatSpeaksButDoesNotHearIsOut() {
    try (Cluster cluster = Cluster.of("deaf", 5)) {
      Speaker victim = cluster.speakers.getFirst();
      List<Speaker> others = cluster.without(victim);
      awaitPermits(cluster);
      long start = System.nanoTime();
      victim.faults.loseFrom(others);
      cluster.awaitViewOf(others);
      Measured.print("deaf to view", start, others);
      assertThat(lastViewMillis(cluster, start)).isLessThan(SILENCE_MILLIS_MAX);
      victim.faults.heal();
      cluster.awaitViewOf(cluster.speakers);
    }
  }

  @Test
  void onePathCutBetweenTwoMembersChangesNoView() {
    try (Cluster cluster = Cluster.of("path", 5)) {
      Speaker one = cluster.speakers.get(0);
      Speaker other = cluster.speakers.get(3);
      awaitPermits(cluster);
      int views = cluster.speakers.get(1).views.size();
      one.faults.part(List.of(other));
      other.faults.part(List.of(one));
      await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(3)).until(() -> true);
      assertThat(cluster.speakers).allSatisfy(s -> assertThat(s.viewSize()).isEqualTo(5));
      assertThat(cluster.speakers.get(1).views).hasSize(views);
    }
  }

  /** Until every speaker may answer. */
  static void awaitPermits(Cluster cluster) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () ->
                assertThat(cluster.speakers)
                    .allSatisfy(
                        s ->
                            assertThat(s.membership.permitUntilNanos() - System.nanoTime())
                                .as(s.node())
                                .isPositive()));
  }

  private static double lastViewMillis(Cluster cluster, long start) {
    return cluster.speakers.stream()
        .mapToDouble(s -> Measured.millis(s.views.getLast().nanos() - start))
        .max()
        .orElseThrow();
  }
}
