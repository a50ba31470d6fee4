package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.MemberId;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CrashHintIT {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.44.201");
  private static final InetAddress THERE = InetAddress.ofLiteral("127.0.44.202");
  private static final MemberId MEMBER = new MemberId(2, 1);

  private final List<MemberId> hints = new CopyOnWriteArrayList<>();
  private final CrashHint crashHint = hint();

  private CrashHint hint() {
    try {
      return new CrashHint(HERE, Duration.ofMillis(25).toNanos(), hints::add);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void isQuiet() {
    assertThat(hints).isEmpty();
  }

  @AfterEach
  void stop() {
    crashHint.stop();
  }

  @Test
  void tellsOfAPortThatIsClosed() throws IOException {
    DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0));
    watch(MEMBER, peer);
    receive(peer);
    assertThat(hints).isEmpty();
    long start = System.nanoTime();
    peer.close();
    await().pollInterval(Duration.ofMillis(1)).until(() -> !hints.isEmpty());
    Measured.print("port closed to hint", start, List.of());
    assertThat(hints).containsOnly(MEMBER);
  }

  @Test
  void knocksWithOneByte() throws IOException {
    try (DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0))) {
      watch(MEMBER, peer);
      assertThat(receive(peer).getLength()).isEqualTo(1);
      assertThat(receive(peer).getLength()).isEqualTo(1);
    }
  }

  @Test
  void saysNothingOfAMemberThatIsNoLongerWatched() throws IOException {
    DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0));
    watch(MEMBER, peer);
    receive(peer);
    crashHint.watch(new TreeMap<>());
    peer.close();
    await().during(Duration.ofMillis(200)).until(hints::isEmpty);
  }

  @Test
  void tellsTwoLivesAtOneAddressApart() throws IOException {
    DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0));
    InetSocketAddress address = new InetSocketAddress(THERE, peer.getLocalPort());
    watch(MEMBER, peer);
    receive(peer);
    peer.close();
    await().until(() -> !hints.isEmpty());
    MemberId next = new MemberId(2, 2);
    try (DatagramSocket restarted = new DatagramSocket(address)) {
      watch(next, restarted);
      receive(restarted);
      receive(restarted);
      assertThat(hints).containsOnly(MEMBER);
    }
    await().until(() -> hints.contains(next));
  }

  private void watch(MemberId member, DatagramSocket peer) {
    TreeMap<MemberId, InetSocketAddress> members = new TreeMap<>();
    members.put(member, new InetSocketAddress(THERE, peer.getLocalPort()));
    crashHint.watch(members);
  }

  private static DatagramPacket receive(DatagramSocket socket) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[10], 10);
    socket.setSoTimeout(5000);
    socket.receive(packet);
    return packet;
  }
}
