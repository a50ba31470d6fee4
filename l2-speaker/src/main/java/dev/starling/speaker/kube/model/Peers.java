package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.ObjectFault.Kind;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the speakers that ought to exist. */
final class Peers {
  private final Faults faults;
  private final SortedMap<String, Peer> byNode = new TreeMap<>();

  private Peers(Faults faults) {
    this.faults = faults;
  }

  /**
   * One for each node that has a Pod, whatever is known of its address: while a Pod is replaced
   * there are two, and the new one has none yet. Should two not agree on the address, which one
   * node's do, the lower one is taken. Where no Pod tells it, the Node does: the kubelet takes it
   * from there.
   */
  static List<Peer> of(
      SortedMap<String, SpeakerPod> pods, Collection<KubeNode> nodes, Faults faults) {
    Peers peers = new Peers(faults);
    faults
        .limited(List.copyOf(pods.values()), Limits.SPEAKER_PODS, Kind.POD, "")
        .forEach(peers::add);
    nodes.forEach(peers::complete);
    return List.copyOf(peers.byNode.values());
  }

  private void add(SpeakerPod pod) {
    String node = pod.node();
    if (pod.isOver() || node == null) {
      return;
    }
    if (node.isEmpty() || node.length() > Limits.NAME_LENGTH) {
      faults.add(Kind.POD, pod.name(), FaultReason.NAME, node);
      return;
    }
    Peer peer = byNode.getOrDefault(node, new Peer(node, null, null));
    for (String text : pod.addresses()) {
      ServiceIp host = reachable(text);
      if (host == null) {
        faults.add(Kind.POD, pod.name(), FaultReason.HOST_ADDRESS, text);
      } else {
        ServiceIp known = peer.host(host.isIpv6());
        peer = known == null || host.compareTo(known) < 0 ? peer.at(host) : peer;
      }
    }
    byNode.put(node, peer);
  }

  /** Adds, in each family that is missing, the first address of the Node. */
  private void complete(KubeNode node) {
    Peer peer = byNode.get(node.name());
    if (peer == null) {
      return;
    }
    for (KubeNode.Address address : node.addresses()) {
      ServiceIp host = address.isInternal() ? reachable(address.text()) : null;
      if (host != null && peer.host(host.isIpv6()) == null) {
        peer = peer.at(host);
      }
    }
    byNode.put(node.name(), peer);
  }

  /** A link-local IPv6 address would need a link; an IPv4 one is good for nodes on one segment. */
  private static @Nullable ServiceIp reachable(String text) {
    ServiceIp host = ServiceIp.parse(text);
    if (host == null) {
      return null;
    }
    InetAddress address = host.address();
    boolean scoped = host.isIpv6() && address.isLinkLocalAddress();
    boolean nobodys = address.isAnyLocalAddress() || address.isMulticastAddress();
    return scoped || nobodys ? null : host;
  }
}
