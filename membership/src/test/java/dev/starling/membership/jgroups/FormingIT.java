package dev.starling.membership.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.MembershipStatus;
import java.io.IOException;
import java.net.DatagramSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FormingIT {
  @Test
  void speakersStartedOneByOneFormOneView() {
    try (Cluster cluster = Cluster.of("forming", 3)) {
      assertThat(cluster.speakers)
          .allSatisfy(
              speaker ->
                  assertThat(speaker.view().id())
                      .isEqualTo(cluster.speakers.getFirst().view().id()));
    }
  }

  @Test
  void speakersStartedTogetherFormOneView() {
    try (Cluster cluster = Cluster.expecting("together", 5)) {
      long start = System.nanoTime();
      for (int index = 1; index <= 5; index++) {
        cluster.start(index, Cluster.KEYS);
      }
      cluster.awaitViewOf(cluster.speakers);
      Measured.print("5 started together to one view", start, cluster.speakers);
    }
  }

  @Test
  void whoHasLeftDoesNotJoinAnyMore() {
    Cluster cluster = Cluster.expecting("left", 1);
    Speaker late = new Speaker(cluster.config("left", 1, Cluster.KEYS, Config.Policy.standard()));
    late.membership.close();
    late.start();
    assertThat(late.membership.status().problem()).isEmpty();
    assertThat(late.views).isEmpty();
  }

  @Test
  void whoeverIsAloneNoMoreHearsThatItsPermitHasGotAnEnd() {
    try (Cluster cluster = Cluster.expecting("joined", 2)) {
      Speaker first = cluster.start(1, Cluster.KEYS);
      cluster.awaitViewOf(cluster.speakers);
      first.membership.viewTaken(first.view());
      assertThat(first.membership.permitUntilNanos()).isEqualTo(Long.MAX_VALUE);
      assertThat(first.permitsShortened).hasValue(0);

      cluster.start(2, Cluster.KEYS);
      cluster.awaitViewOf(cluster.speakers);
      assertThat(first.membership.permitUntilNanos()).isNotEqualTo(Long.MAX_VALUE);
      await().atMost(Duration.ofSeconds(1)).until(() -> first.permitsShortened.get() > 0);
    }
  }

  /** What follows a lost message is news that must not wait for its repetition. */
  @Test
  void aLostMessageHoldsUpNoneAfterIt() {
    try (Cluster cluster = Cluster.of("lost", 3)) {
      Speaker first = cluster.speakers.getFirst();
      Speaker last = cluster.speakers.getLast();
      first.faults.loseTo(List.of(last));
      first.membership.broadcast("lost".getBytes(UTF_8));
      first.membership.send(last.membership.self(), "lost, too".getBytes(UTF_8));
      first.faults.heal();
      first.membership.broadcast("all".getBytes(UTF_8));
      first.membership.send(last.membership.self(), "one".getBytes(UTF_8));
      await().atMost(Duration.ofSeconds(5)).until(() -> last.messages.size() == 4);
      List<String> texts = last.messages.stream().map(Speaker.Said::text).toList();
      assertThat(texts.subList(0, 2)).containsExactlyInAnyOrder("all", "one");
      assertThat(texts.subList(2, 4)).containsExactlyInAnyOrder("lost", "lost, too");
    }
  }

  @Test
  void messagesReachTheOthersOnceAndNotTheSender() {
    try (Cluster cluster = Cluster.of("messages", 3)) {
      Speaker first = cluster.speakers.getFirst();
      Speaker last = cluster.speakers.getLast();
      for (int i = 0; i < 20; i++) {
        first.membership.broadcast(("all " + i).getBytes(UTF_8));
      }
      last.membership.send(first.membership.self(), "one".getBytes(UTF_8));
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(
              () -> {
                assertThat(last.messages).hasSize(20);
                assertThat(first.messages).hasSize(1);
              });
      assertThat(last.messages).extracting(Speaker.Said::text).doesNotHaveDuplicates();
      assertThat(first.messages).extracting(Speaker.Said::text).containsExactly("one");
      assertThat(first.messages.getFirst().from()).isEqualTo(last.membership.self());
    }
  }

  @Test
  void aLeavingSpeakerIsGoneAtOnceAndSuspectedByNobody() {
    try (Cluster cluster = Cluster.of("leaving", 3)) {
      for (Speaker leaver : List.of(cluster.speakers.getFirst(), cluster.speakers.getLast())) {
        long start = System.nanoTime();
        leaver.close();
        Measured.print("close takes", start, List.of());
        cluster.speakers.remove(leaver);
        cluster.awaitViewOf(cluster.speakers);
        Measured.print("leave to view", start, cluster.speakers);
      }
      assertThat(cluster.speakers).allSatisfy(left -> assertThat(left.suspects).isEmpty());
    }
  }

  @Test
  void theStatusNamesKeysAndPeers() {
    try (Cluster cluster = Cluster.of("status", 2)) {
      MembershipStatus status = cluster.speakers.getFirst().membership.status();
      assertThat(status.problem()).isEmpty();
      assertThat(status.keys()).hasSize(1);
      assertThat(status.keys().getFirst().laggards()).isEmpty();
      assertThat(status.peers()).hasSize(1);
      assertThat(status.peers().getFirst().node()).isEqualTo("n2");
      assertThat(status.peers().getFirst().member()).isTrue();
      assertThat(status.peers().getFirst().newestKeyId()).isEqualTo(Cluster.KEYS.newest().name());
      assertThat(status.counts().opened()).isPositive();
      assertThat(status.drops().values()).allMatch(count -> count == 0);
    }
  }

  @Test
  void aTakenPortIsToldAndTriedAgain() throws IOException {
    try (Cluster cluster = Cluster.expecting("taken", 1)) {
      Speaker speaker = cluster.prepare(1, Cluster.KEYS, Config.Policy.standard());
      try (DatagramSocket taken = new DatagramSocket(speaker.config.bind())) {
        assertThat(taken.isBound()).isTrue();
        speaker.start();
        await()
            .atMost(Duration.ofSeconds(5))
            .until(() -> speaker.membership.status().problem().contains("cannot join"));
      }
      cluster.awaitViewOf(cluster.speakers);
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> speaker.membership.status().problem().isEmpty());
    }
  }

  @Test
  void aSpeakerClosedWhileItJoinsSaysNothingMore() {
    try (Cluster cluster = Cluster.expecting("hasty", 2)) {
      Speaker speaker = cluster.start(1, Cluster.KEYS);
      long start = System.nanoTime();
      speaker.close();
      assertThat(Measured.millis(System.nanoTime() - start)).isLessThan(1000);
      await().during(Duration.ofSeconds(1)).until(speaker.views::isEmpty);
    }
  }
}
