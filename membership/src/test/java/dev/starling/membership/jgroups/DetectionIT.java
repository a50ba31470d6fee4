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

  @Test
  void aRestartedSpeakerIsTakenForAnotherAtOnce() {
    try (Cluster cluster = Cluster.of("restart", 3)) {
      Speaker old = cluster.speakers.getLast();
      awaitPermits(cluster);
      old.crash();
      cluster.speakers.remove(old);
      long start = System.nanoTime();
      cluster.start(3, Cluster.KEYS);
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("restart at the same address to view", start, cluster.speakers);
      assertThat(cluster.speakers).noneMatch(speaker -> speaker.sees(old));
      old.close();
    }
  }

  @Test
  void theCoordinatorAndTheNextInLineMayDieTogether() {
    try (Cluster cluster = Cluster.of("two-die", 5)) {
      List<Speaker> victims = List.copyOf(cluster.speakers.subList(0, 2));
      awaitPermits(cluster);
      long start = System.nanoTime();
      victims.forEach(Speaker::crash);
      cluster.speakers.removeAll(victims);
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("two ports closed to view", start, cluster.speakers);
      assertThat(lastViewMillis(cluster, start)).isLessThan(SILENCE_MILLIS_MAX);
      victims.forEach(Speaker::close);
    }
  }

  @Test
  void twoSpeakersPartAndFindEachOther() {
    try (Cluster cluster = Cluster.of("pair", 2)) {
      Speaker one = cluster.speakers.getFirst();
      Speaker other = cluster.speakers.getLast();
      awaitPermits(cluster);
      long start = System.nanoTime();
      one.faults.part(List.of(other));
      other.faults.part(List.of(one));
      cluster.awaitViewOf(List.of(one));
      cluster.awaitViewOf(List.of(other));
      Measured.print("pair cut to view", start, cluster.speakers);
      long healed = System.nanoTime();
      one.faults.heal();
      other.faults.heal();
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("pair healed to view", healed, cluster.speakers);
    }
  }

  @Test
  void bothSidesOfASplitGoOnAndMergeAgain() {
    try (Cluster cluster = Cluster.of("split", 5)) {
      List<Speaker> few = List.copyOf(cluster.speakers.subList(0, 2));
      List<Speaker> many = List.copyOf(cluster.speakers.subList(2, 5));
      awaitPermits(cluster);
      long start = System.nanoTime();
      few.forEach(speaker -> speaker.faults.part(many));
      many.forEach(speaker -> speaker.faults.part(few));
      cluster.awaitViewOf(many);
      cluster.awaitViewOf(few);
      Measured.print("split to views", start, cluster.speakers);
      long healed = System.nanoTime();
      cluster.speakers.forEach(speaker -> speaker.faults.heal());
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("split healed to view", healed, cluster.speakers);
      assertThat(many.getFirst().outsiders).isNotEmpty();
    }
  }

  /** Until every speaker may answer by the last view that it was told of. */
  static void awaitPermits(Cluster cluster) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () ->
                assertThat(cluster.speakers)
                    .allSatisfy(
                        s -> {
                          s.membership.viewTaken(s.view());
                          assertThat(s.membership.permitUntilNanos() - System.nanoTime())
                              .as(s.node())
                              .isPositive();
                        }));
  }

  private static double lastViewMillis(Cluster cluster, long start) {
    return cluster.speakers.stream()
        .mapToDouble(s -> Measured.millis(s.views.getLast().nanos() - start))
        .max()
        .orElseThrow();
  }
}
