package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.DropReason;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class SealingIT {
  @Test
  void aSpeakerWithAnotherKeyStaysOutside() {
    try (Cluster cluster = Cluster.expecting("wrong-key", 3)) {
      Speaker first = cluster.start(1, Cluster.KEYS);
      Speaker second = cluster.start(2, Cluster.KEYS);
      cluster.awaitViewOf(List.of(first, second));
      int views = first.views.size();
      Speaker stranger = cluster.start(3, Cluster.ring(9));
      await().atMost(Duration.ofSeconds(5)).until(() -> drops(first, DropReason.UNKNOWN_KEY) > 5);
      assertThat(first.views).hasSize(views);
      assertThat(stranger.viewSize()).isLessThanOrEqualTo(1);
      assertThat(first.outsiders).isEmpty();
    }
  }

  @Test
  void aSpeakerOfAnotherClusterStaysOutside() {
    try (Cluster blue = Cluster.of("blue", 2)) {
      int views = blue.speakers.getFirst().views.size();
      Config.Policy policy = Config.Policy.standard();
      try (Speaker red = new Speaker(blue.config("red", 3, Cluster.KEYS, policy))) {
        red.start();
        Speaker victim = blue.speakers.getFirst();
        victim.membership.expect(List.of(Speaker.peer(blue.port, 2), Speaker.peer(blue.port, 3)));
        await().atMost(Duration.ofSeconds(5)).until(() -> drops(victim, DropReason.BAD_TAG) > 2);
        assertThat(victim.views).hasSize(views);
      }
    }
  }

  @Test
  void garbageReplaysAndFloodsChangeNoViewAndAreCounted() throws Exception {
    try (Cluster cluster = Cluster.expecting("attack", 3)) {
      List<byte[]> recorded = new CopyOnWriteArrayList<>();
      for (int index = 1; index <= 3; index++) {
        cluster.start(index, Cluster.KEYS);
      }
      cluster.awaitViewOf(cluster.speakers);
      Speaker victim = cluster.speakers.getFirst();
      victim.faults.record(
          frame -> {
            if (frame.length > 100) {
              recorded.add(frame);
            }
          });
      for (int i = 0; i < 30; i++) {
        cluster.speakers.getLast().membership.broadcast(new byte[i]);
      }
      await().atMost(Duration.ofSeconds(10)).until(() -> recorded.size() > 20);
      victim.faults.record(frame -> {});
      int views = victim.views.size();
      attack(victim.config.bind(), recorded);
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () -> {
                assertThat(drops(victim, DropReason.REPLAY)).isGreaterThan(20);
                assertThat(drops(victim, DropReason.BAD_TAG)).isGreaterThan(20);
                assertThat(drops(victim, DropReason.TOO_SHORT)).isGreaterThan(20);
                assertThat(drops(victim, DropReason.BAD_VERSION)).isGreaterThan(20);
              });
      assertThat(victim.views).hasSize(views);
      assertThat(cluster.speakers).allSatisfy(speaker -> assertThat(speaker.suspects).isEmpty());
    }
  }

  @Test
  void anAddressThatNobodyExpectsIsNotEvenRead() throws IOException {
    try (Cluster cluster = Cluster.of("unexpected", 2);
        DatagramSocket socket = new DatagramSocket(Speaker.address(0, 77))) {
      Speaker victim = cluster.speakers.getFirst();
      for (int i = 0; i < 50; i++) {
        socket.send(new DatagramPacket(new byte[100], 100, victim.config.bind()));
      }
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> drops(victim, DropReason.UNEXPECTED_SOURCE) == 50);
    }
  }

  /** From a peer's own address, as a spoofer would; each kind a few dozen times. */
  private static void attack(InetSocketAddress victim, List<byte[]> recorded) throws IOException {
    Random random = new Random(7);
    try (DatagramSocket socket = new DatagramSocket(Speaker.address(0, 2))) {
      for (int i = 0; i < 100; i++) {
        byte[] frame = recorded.get(i % recorded.size());
        byte[] flipped = frame.clone();
        flipped[flipped.length - 1] ^= 4;
        // A counter far ahead, so that the window lets it through to the tag.
        flipped[18] = 1;
        byte[] noise = new byte[50 + random.nextInt(1000)];
        random.nextBytes(noise);
        noise[0] = 7;
        send(socket, victim, frame, frame.length);
        send(socket, victim, flipped, flipped.length);
        send(socket, victim, noise, noise.length);
        send(socket, victim, frame, 2 + random.nextInt(40));
      }
    }
  }

  private static void send(
      DatagramSocket socket, InetSocketAddress victim, byte[] datagram, int length)
      throws IOException {
    socket.send(new DatagramPacket(datagram, length, victim));
  }

  private static long drops(Speaker speaker, DropReason reason) {
    return speaker.membership.status().drops().getOrDefault(reason, 0L);
  }
}
