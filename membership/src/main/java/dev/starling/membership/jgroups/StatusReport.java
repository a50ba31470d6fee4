package dev.starling.membership.jgroups;

import dev.starling.membership.MasterKey;
import dev.starling.membership.MemberId;
import dev.starling.membership.MembershipStatus;
import dev.starling.membership.MembershipStatus.PeerState;
import dev.starling.membership.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jgroups.PhysicalAddress;

/** Puts together what the status says of keys and peers. */
final class StatusReport {
  private static final int NONE_ANNOUNCED = 0;

  private final Gate gate;
  private final Hosts hosts;
  private final NavigableMap<MemberId, Optional<PhysicalAddress>> others;
  private final long nowNanos;

  /**
   * A report of this moment.
   *
   * @param others the other members of the view, and where each listens
   */
  StatusReport(
      Gate gate,
      Hosts hosts,
      NavigableMap<MemberId, Optional<PhysicalAddress>> others,
      long nowNanos) {
    this.gate = gate;
    this.hosts = hosts;
    this.others = others;
    this.nowNanos = nowNanos;
  }

  /** For each other member the newest key that it has announced; 0 for none yet. */
  NavigableMap<MemberId, Integer> newestByMember() {
    NavigableMap<MemberId, Integer> newest = new TreeMap<>();
    others.forEach(
        (member, address) ->
            newest.put(
                member,
                address
                    .flatMap(gate::source)
                    .map(source -> source.heard().newestId())
                    .orElse(NONE_ANNOUNCED)));
    return newest;
  }

  List<MembershipStatus.Key> keys() {
    Rotation rotation = gate.rotation();
    List<String> laggards =
        rotation.laggards(newestByMember()).stream().map(this::nodeName).toList();
    List<MembershipStatus.Key> keys = new ArrayList<>();
    for (Rotation.Held held : rotation.held()) {
      boolean newest = keys.isEmpty();
      keys.add(
          new MembershipStatus.Key(
              held.key().name(),
              newest,
              held.listed(),
              millisSince(held.sinceNanos()),
              newest ? laggards : List.of()));
    }
    return keys;
  }

  List<PeerState> peers() {
    NavigableMap<String, PeerState> peers = new TreeMap<>();
    for (Hosts.Host host : hosts.list()) {
      Optional<MemberId> member =
          others.keySet().stream().filter(other -> other.node() == host.node()).findFirst();
      PhysicalAddress address = member.flatMap(this::addressOf).orElse(host.address());
      peers.put(host.name(), peer(host.name(), true, member.isPresent(), address));
    }
    for (Map.Entry<MemberId, Optional<PhysicalAddress>> other : others.entrySet()) {
      if (hosts.of(other.getKey().node()).isEmpty()) {
        String name = other.getKey().toString();
        other.getValue().ifPresent(address -> peers.put(name, peer(name, false, true, address)));
      }
    }
    return List.copyOf(peers.values());
  }

  private PeerState peer(String name, boolean expected, boolean member, PhysicalAddress address) {
    Optional<Gate.Source> source = gate.source(address);
    return new PeerState(
        name,
        expected,
        member,
        source.map(known -> MasterKey.name(known.heard().newestId())).orElse(""),
        source.map(known -> millisSince(known.lastNanos())).orElse(MembershipStatus.NEVER));
  }

  private Optional<PhysicalAddress> addressOf(MemberId member) {
    return others.getOrDefault(member, Optional.empty());
  }

  private String nodeName(MemberId member) {
    return hosts.of(member.node()).map(Hosts.Host::name).orElse(member.toString());
  }

  private long millisSince(long nanos) {
    return (nowNanos - nanos) / 1_000_000;
  }
}
