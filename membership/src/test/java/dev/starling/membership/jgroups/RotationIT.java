package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.DropReason;
import dev.starling.membership.MembershipStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RotationIT {
  private static final Config.Policy SHORT_LINGER = new Config.Policy(Duration.ofMillis(500), true);

  @Test
  void eachSpeakerTakesEachKeyWhenItWillAndNoViewChanges() {
    try (Cluster cluster = Cluster.expecting("rotation", 4)) {
      for (int index = 1; index <= 4; index++) {
        cluster.prepare(index, Cluster.ring(1), SHORT_LINGER).start();
      }
      cluster.awaitViewOf(cluster.speakers);
      awaitNewest(cluster, 1, 1);
      List<Integer> views = cluster.speakers.stream().map(s -> s.views.size()).toList();
      Random random = new Random(11);
      for (int key = 2; key <= 6; key++) {
        List<Speaker> order = new ArrayList<>(cluster.speakers);
        Collections.shuffle(order, random);
        for (Speaker speaker : order) {
          speaker.membership.install(Cluster.ring(key));
          await().pollDelay(Duration.ofMillis(random.nextInt(150))).until(() -> true);
        }
        awaitNewest(cluster, key, 1);
      }
      assertThat(cluster.speakers.stream().map(s -> s.views.size()).toList()).isEqualTo(views);
      assertThat(cluster.speakers).allSatisfy(s -> assertThat(s.suspects).isEmpty());
    }
  }

  @Test
  void aSpeakerWithTheNewKeyOnlyIsHeardAtOnceByThoseWithBoth() {
    try (Cluster cluster = Cluster.expecting("new-only", 3)) {
      Speaker first = cluster.start(1, Cluster.ring(2, 1));
      Speaker second = cluster.start(2, Cluster.ring(2, 1));
      cluster.awaitViewOf(List.of(first, second));
      long start = System.nanoTime();
      cluster.start(3, Cluster.ring(2));
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("new key only, start to view", start, cluster.speakers);
      assertThat(drops(cluster.speakers.getLast())).isLessThan(10);
    }
  }

  @Test
  void aSpeakerWithTheOldKeyOnlyIsHeardByThoseWithBothAndIsNamed() {
    try (Cluster cluster = Cluster.expecting("old-only", 3)) {
      Speaker first = cluster.start(1, Cluster.ring(2, 1));
      Speaker second = cluster.start(2, Cluster.ring(2, 1));
      cluster.awaitViewOf(List.of(first, second));
      cluster.start(3, Cluster.ring(1));
      cluster.awaitViewOf(cluster.speakers);
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(() -> assertThat(newest(first).laggards()).containsExactly("n3"));
    }
  }

  private static void awaitNewest(Cluster cluster, int seed, int held) {
    String id = Cluster.key(seed).name();
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> {
              for (Speaker speaker : cluster.speakers) {
                MembershipStatus status = speaker.membership.status();
                assertThat(status.keys()).as(speaker.node()).hasSize(held);
                assertThat(newest(speaker).id()).isEqualTo(id);
                assertThat(newest(speaker).laggards()).isEmpty();
                assertThat(status.peers())
                    .extracting(MembershipStatus.PeerState::newestKeyId)
                    .containsOnly(id);
              }
            });
  }

  private static MembershipStatus.Key newest(Speaker speaker) {
    return speaker.membership.status().keys().getFirst();
  }

  private static long drops(Speaker speaker) {
    return speaker.membership.status().drops().getOrDefault(DropReason.UNKNOWN_KEY, 0L);
  }
}
