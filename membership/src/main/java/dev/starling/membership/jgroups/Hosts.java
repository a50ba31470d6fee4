package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import dev.starling.membership.Peer;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jgroups.PhysicalAddress;

/**
 * The expected speakers, swapped as a whole. The last list that named somebody is kept for finding
 * hosts, as an empty one mostly means that its source has failed.
 */
final class Hosts {
  /** More are refused: no cluster is meant to be that large, and no configuration names more. */
  static final int PEERS_MAX = 1024;

  private final long self;
  private volatile Table table = new Table(List.of(), Map.of(), Map.of());

  /** An expected host. */
  record Host(long node, String name, PhysicalAddress address) {}

  private record Table(
      List<Host> list, Map<Long, Host> byNode, Map<PhysicalAddress, Host> byAddress) {}

  Hosts(long self) {
    this.self = self;
  }

  /** Replaces the list; this speaker itself and unresolved addresses are left out. */
  void expect(Collection<Peer> peers) {
    if (peers.size() > PEERS_MAX) {
      throw new IllegalArgumentException("more than " + PEERS_MAX + " peers");
    }
    Map<Long, Host> byNode = new LinkedHashMap<>();
    for (Peer peer : peers) {
      long node = MemberId.hash(peer.node());
      if (node != self && !peer.address().isUnresolved()) {
        byNode.put(node, new Host(node, peer.node(), Addresses.physical(peer.address())));
      }
    }
    if (byNode.isEmpty()) {
      return;
    }
    Map<PhysicalAddress, Host> byAddress = new HashMap<>();
    byNode.values().forEach(host -> byAddress.put(host.address(), host));
    table =
        new Table(
            List.copyOf(byNode.values()),
            Collections.unmodifiableMap(byNode),
            Collections.unmodifiableMap(byAddress));
  }

  /** All of them. */
  List<Host> list() {
    return table.list();
  }

  /** The host of a member's node. */
  Optional<Host> of(long node) {
    return Optional.ofNullable(table.byNode().get(node));
  }

  /** The host that listens at {@code address}. */
  Optional<Host> at(PhysicalAddress address) {
    return Optional.ofNullable(table.byAddress().get(address));
  }
}
