package dev.starling.membership.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.DropReason;
import dev.starling.membership.Keyring;
import dev.starling.membership.MemberId;
import dev.starling.membership.Peer;
import dev.starling.membership.detect.DetectorSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

final class GateTest {
  private static final IpAddress A = address("192.0.2.1");
  private static final IpAddress B = address("192.0.2.2");
  private static final IpAddress STRANGER = address("192.0.2.3");
  private static final byte[] DATA = "hello".getBytes(UTF_8);

  private final Gate gateA = gate(A, Cluster.ring(1), 1);
  private final Gate gateB = gate(B, Cluster.ring(1), 2);

  @Test
  void whatOneSealsTheOtherOpens() {
    assertThat(exchange(gateA, A, gateB, B)).isEqualTo(1);
    assertThat(gateA.sealed()).isEqualTo(1);
    assertThat(gateB.opened()).isEqualTo(1);
    assertThat(gateB.source(A)).isPresent();
  }

  @Test
  void anUnheardPeerGetsOneCopyForEachKeyAndThenOnlyOne() {
    gateA.install(Cluster.ring(2));
    assertThat(gateA.seal(B, DATA, 0, DATA.length)).hasSize(2);
    assertThat(exchange(gateB, B, gateA, A)).isEqualTo(1);
    assertThat(gateA.seal(B, DATA, 0, DATA.length)).hasSize(1);
    assertThat(exchange(gateA, A, gateB, B)).as("with the old key").isEqualTo(1);
  }

  @Test
  void twoPeersMoveWhicheverIsFirst() {
    assertThat(exchange(gateA, A, gateB, B)).isEqualTo(1);
    assertThat(exchange(gateB, B, gateA, A)).isEqualTo(1);
    gateB.install(Cluster.ring(2));
    for (int i = 0; i < 3; i++) {
      assertThat(exchange(gateA, A, gateB, B)).isEqualTo(1);
      assertThat(exchange(gateB, B, gateA, A)).isEqualTo(1);
    }
    assertThat(gateB.isChangingKeys(newest(gateB, A))).isTrue();
    gateA.install(Cluster.ring(2));
    assertThat(exchange(gateA, A, gateB, B)).isEqualTo(1);
    assertThat(exchange(gateB, B, gateA, A)).isEqualTo(1);
    assertThat(gateB.expire(newest(gateB, A), 0)).isTrue();
    assertThat(exchange(gateA, A, gateB, B)).isEqualTo(1);
    assertThat(gateB.isChangingKeys(newest(gateB, A))).isFalse();
    assertThat(gateA.drops().values()).allMatch(count -> count == 0);
    assertThat(gateB.drops().values()).allMatch(count -> count == 0);
  }

  @Test
  void aStrangersDatagramIsNotReadAndAKnockIsNoAttack() {
    assertThat(gateB.open(STRANGER, DATA, 0, DATA.length)).isEmpty();
    assertThat(gateB.drops()).containsEntry(DropReason.UNEXPECTED_SOURCE, 1L);
    assertThat(gateB.open(A, new byte[1], 0, 1)).isEmpty();
    assertThat(gateB.knocks()).isEqualTo(1);
    assertThat(gateB.drops()).containsEntry(DropReason.TOO_SHORT, 0L);
  }

  @Test
  void whatIsForOneIsNotReadByAnotherAndNotInAnothersName() {
    Gate gateC = gate(STRANGER, Cluster.ring(1), 3);
    byte[] frame = gateA.seal(B, DATA, 0, DATA.length).getFirst();
    assertThat(gateC.open(A, frame, 0, frame.length)).isEmpty();
    assertThat(gateC.drops()).containsEntry(DropReason.BAD_TAG, 1L);
    gateB.members(List.of(STRANGER));
    assertThat(gateB.open(STRANGER, frame, 0, frame.length)).isEmpty();
    assertThat(gateB.drops()).containsEntry(DropReason.BAD_TAG, 1L);
    assertThat(gateB.source(STRANGER)).isEmpty();
    assertThat(gateB.open(A, frame, 0, frame.length)).isPresent();
  }

  @Test
  void aMemberIsReadEvenWhereNobodyExpectsIt() {
    gateB.members(List.of(STRANGER));
    assertThat(gateB.open(STRANGER, DATA, 0, DATA.length)).isEmpty();
    assertThat(gateB.drops())
        .containsEntry(DropReason.UNEXPECTED_SOURCE, 0L)
        .containsEntry(DropReason.TOO_SHORT, 1L);
  }

  private static int exchange(Gate from, IpAddress source, Gate to, IpAddress destination) {
    int taken = 0;
    for (byte[] frame : from.seal(destination, DATA, 0, DATA.length)) {
      Optional<byte[]> opened = to.open(source, frame, 0, frame.length);
      taken += opened.isPresent() ? 1 : 0;
    }
    return taken;
  }

  private static SortedMap<MemberId, Integer> newest(Gate gate, IpAddress peer) {
    int id = gate.source(peer).orElseThrow().heard().newestId();
    return new TreeMap<>(Map.of(new MemberId(1, 1), id));
  }

  private static Gate gate(IpAddress self, Keyring keys, long session) {
    Config config =
        new Config(
            "self",
            "blue",
            new InetSocketAddress(self.getIpAddress(), self.getPort()),
            DetectorSettings.standard(),
            keys,
            List.of(),
            Config.Policy.standard(),
            new Random(session));
    Hosts hosts = new Hosts(MemberId.hash("self"));
    hosts.expect(List.of(peer("a", A), peer("b", B)));
    return new Gate(config, hosts, session);
  }

  private static Peer peer(String node, IpAddress address) {
    return new Peer(node, new InetSocketAddress(address.getIpAddress(), address.getPort()));
  }

  private static IpAddress address(String text) {
    return new IpAddress(InetAddress.ofLiteral(text), 7946);
  }
}
