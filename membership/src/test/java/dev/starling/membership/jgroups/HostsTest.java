package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.membership.MemberId;
import dev.starling.membership.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HostsTest {
  private final Hosts hosts = new Hosts(MemberId.hash("self"));

  @Test
  void findsAHostByNodeAndByAddress() {
    hosts.expect(List.of(peer("a", 1), peer("b", 2)));
    assertThat(hosts.list()).extracting(Hosts.Host::name).containsExactly("a", "b");
    assertThat(hosts.of(MemberId.hash("b"))).map(Hosts.Host::name).contains("b");
    assertThat(hosts.of(MemberId.hash("c"))).isEmpty();
  }

  @Test
  void leavesOutItselfAndWhatHasNoAddress() {
    Peer unresolved = new Peer("c", InetSocketAddress.createUnresolved("nowhere.invalid", 7946));
    hosts.expect(List.of(peer("self", 1), peer("a", 2), unresolved));
    assertThat(hosts.list()).extracting(Hosts.Host::name).containsExactly("a");
  }

  @Test
  void keepsTheLastListThatNamedSomebody() {
    hosts.expect(List.of(peer("a", 1)));
    hosts.expect(List.of());
    assertThat(hosts.list()).hasSize(1);
    hosts.expect(List.of(peer("b", 2)));
    assertThat(hosts.list()).extracting(Hosts.Host::name).containsExactly("b");
  }

  @Test
  void hasALimit() {
    List<Peer> many = Collections.nCopies(Hosts.PEERS_MAX + 1, peer("a", 1));
    assertThatThrownBy(() -> hosts.expect(many)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Peer peer(String node, int index) {
    return new Peer(node, new InetSocketAddress(InetAddress.ofLiteral("192.0.2." + index), 7946));
  }
}
