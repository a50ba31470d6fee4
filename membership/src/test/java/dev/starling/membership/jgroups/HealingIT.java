package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.DropReason;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HealingIT {
  /** Two groups that have never met merge within about the collecting window. */
  @Test
  void twoGroupsBecomeOneWhenTheWallBetweenThemFalls() {
    try (Cluster cluster = Cluster.expecting("healing", 4)) {
      List<Speaker> left = List.of(prepare(cluster, 1), prepare(cluster, 2));
      List<Speaker> right = List.of(prepare(cluster, 3), prepare(cluster, 4));
      cluster.startApart(left, right);
      cluster.awaitViewOf(left);
      cluster.awaitViewOf(right);
      assertThat(left.getFirst().outsiders).isEmpty();
      long start = System.nanoTime();
      cluster.speakers.forEach(speaker -> speaker.faults.heal());
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("wall falls to one view", start, cluster.speakers);
      assertThat(left.getFirst().outsiders).isNotEmpty();
      assertThat(left.getFirst().view().isMerge()).isTrue();
      assertThat(left.getFirst().view().subgroups()).hasSize(2);
    }
  }

  /** Its kernel may have given them up; whoever has a majority need not hurry. */
  @Test
  void whoHasNoMajorityHasTheOthersSought() {
    try (Cluster cluster = Cluster.expecting("sought", 3)) {
      List<Speaker> left = List.of(prepare(cluster, 1), prepare(cluster, 2));
      Speaker right = prepare(cluster, 3);
      cluster.startApart(left, List.of(right));
      cluster.awaitViewOf(left);
      left.forEach(speaker -> speaker.sought.clear());
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> right.sought.contains(left.getFirst().address()));
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> right.sought.contains(left.getLast().address()));
      // They may still seek each other, whom their view has brought together.
      assertThat(left)
          .allSatisfy(speaker -> assertThat(speaker.sought).doesNotContain(right.address()));
    }
  }

  /**
   * The merge goes by one of them; what is to be said to the others must not wait in the kernel.
   */
  @Test
  void whoComesBackHasAllSoughtWithTheFirstCommonView() {
    try (Cluster cluster = Cluster.expecting("back", 12)) {
      List<Speaker> left = new ArrayList<>();
      for (int index = 1; index < 12; index++) {
        left.add(prepare(cluster, index));
      }
      Speaker right = prepare(cluster, 12);
      cluster.startApart(left, List.of(right));
      cluster.awaitViewOf(left);
      cluster.awaitViewOf(List.of(right));
      right.sought.clear();
      cluster.speakers.forEach(speaker -> speaker.faults.heal());
      cluster.awaitViewOf(cluster.speakers);
      InetAddress[] others = left.stream().map(Speaker::address).toArray(InetAddress[]::new);
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(() -> assertThat(right.sought).contains(others));
    }
  }

  /** What is heard but not answered must not be merged with: that would block the next failover. */
  @Test
  void aPathThatCarriesOneWayStartsNoMerge() {
    try (Cluster cluster = Cluster.expecting("one-way", 3)) {
      List<Speaker> left = List.of(prepare(cluster, 1), prepare(cluster, 2));
      Speaker deaf = prepare(cluster, 3);
      cluster.startApart(left, List.of(deaf));
      cluster.awaitViewOf(left);
      cluster.awaitViewOf(List.of(deaf));
      deaf.faults.heal();
      deaf.faults.loseFrom(left);
      left.forEach(speaker -> speaker.faults.heal());
      Speaker first = left.getFirst();
      long said = deaf.membership.status().counts().sealed();
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> deaf.membership.status().counts().sealed() - said >= 20);
      assertThat(first.outsiders).as("it does not hear us").isEmpty();
      assertThat(first.view().members()).hasSize(2);
      assertThat(first.membership.status().counts().merges()).isZero();
      deaf.faults.heal();
      cluster.awaitViewOf(cluster.speakers);
    }
  }

  @Test
  void aSpeakerIsLetInAsSoonAsItIsExpected() {
    try (Cluster cluster = Cluster.expecting("expected", 3)) {
      List<Speaker> group = List.of(prepare(cluster, 1), prepare(cluster, 2));
      for (Speaker speaker : group) {
        speaker.membership.expect(
            List.of(Speaker.peer(cluster.port, 1), Speaker.peer(cluster.port, 2)));
        speaker.start();
      }
      cluster.awaitViewOf(group);
      cluster.start(3, Cluster.KEYS);
      await()
          .atMost(Duration.ofSeconds(5))
          .until(
              () -> {
                var drops = group.getFirst().membership.status().drops();
                return drops.getOrDefault(DropReason.UNEXPECTED_SOURCE, 0L) > 0;
              });
      long start = System.nanoTime();
      for (Speaker speaker : group) {
        speaker.membership.expect(cluster.peers);
      }
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("expected to view", start, cluster.speakers);
    }
  }

  private static Speaker prepare(Cluster cluster, int index) {
    return cluster.prepare(index, Cluster.KEYS, Config.Policy.standard());
  }
}
