package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.MemberId;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
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
      return new CrashHint(HERE, hints::add);
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
    knockUntilHeard(MEMBER, peer);
    peer.close();
    long start = System.nanoTime();
    crashHint.knock(MEMBER);
    await().pollInterval(Duration.ofMillis(1)).until(() -> !hints.isEmpty());
    Measured.print("knock at a closed port to hint", start, List.of());
    assertThat(hints).containsOnly(MEMBER);
  }

  @Test
  void knocksWithOneByteAndOnlyWhenAsked() throws IOException {
    try (DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0))) {
      watch(MEMBER, peer);
      assertThat(knockUntilHeard(MEMBER, peer).getLength()).isEqualTo(1);
      while (heard(peer, 50) != null) {
        // Those that were sent while the first was under way.
      }
      crashHint.knock(MEMBER);
      assertThat(heard(peer, 5000)).isNotNull();
      assertThat(heard(peer, 100)).isNull();
    }
  }

  @Test
  void saysNothingOfAMemberThatIsNoLongerWatched() throws IOException {
    DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0));
    watch(MEMBER, peer);
    knockUntilHeard(MEMBER, peer);
    crashHint.watch(new TreeMap<>());
    peer.close();
    crashHint.knock(MEMBER);
    await().during(Duration.ofMillis(200)).until(hints::isEmpty);
  }

  @Test
  void tellsTwoLivesAtOneAddressApart() throws IOException {
    DatagramSocket peer = new DatagramSocket(new InetSocketAddress(THERE, 0));
    InetSocketAddress address = new InetSocketAddress(THERE, peer.getLocalPort());
    watch(MEMBER, peer);
    knockUntilHeard(MEMBER, peer);
    peer.close();
    crashHint.knock(MEMBER);
    await().until(() -> !hints.isEmpty());
    MemberId next = new MemberId(2, 2);
    try (DatagramSocket restarted = new DatagramSocket(address)) {
      watch(next, restarted);
      knockUntilHeard(next, restarted);
      assertThat(hints).containsOnly(MEMBER);
    }
    crashHint.knock(next);
    await().until(() -> hints.contains(next));
  }

  /** The thread opens the socket soon after it is told to watch. */
  private DatagramPacket knockUntilHeard(MemberId member, DatagramSocket peer) throws IOException {
    DatagramPacket knock = null;
    for (int i = 0; i < 500 && knock == null; i++) {
      crashHint.knock(member);
      knock = heard(peer, 10);
    }
    return Objects.requireNonNull(knock, "no knock within five seconds");
  }

  private void watch(MemberId member, DatagramSocket peer) {
    TreeMap<MemberId, InetSocketAddress> members = new TreeMap<>();
    members.put(member, new InetSocketAddress(THERE, peer.getLocalPort()));
    crashHint.watch(members);
  }

  private static @Nullable DatagramPacket heard(DatagramSocket socket, int millis)
      throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[10], 10);
    socket.setSoTimeout(millis);
    try {
      socket.receive(packet);
      return packet;
    } catch (SocketTimeoutException e) {
      return null;
    }
  }
}
