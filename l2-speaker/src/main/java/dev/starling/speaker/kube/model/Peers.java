package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.ObjectFault.Kind;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the speakers that ought to exist. */
final class Peers {
  private Peers() {}

  /**
   * One for each node that has a Pod: while a Pod is replaced there are two. Should they not agree
   * on the address, which one node's do, the lower one is taken.
   */
  static List<Peer> of(SortedMap<String, SpeakerPod> pods, Faults faults) {
    List<SpeakerPod> limited =
        faults.limited(List.copyOf(pods.values()), Limits.SPEAKER_PODS, Kind.POD, "");
    SortedMap<String, ServiceIp> hostByNode = new TreeMap<>();
    for (SpeakerPod pod : limited) {
      String node = pod.node();
      String text = pod.hostIp();
      if (pod.isOver() || node == null || text == null) {
        continue;
      }
      ServiceIp host = ServiceIp.parse(text);
      if (node.isEmpty() || node.length() > Limits.NAME_LENGTH) {
        faults.add(Kind.POD, pod.name(), FaultReason.NAME, node);
      } else if (host == null || !isReachable(host.address())) {
        faults.add(Kind.POD, pod.name(), FaultReason.HOST_ADDRESS, text);
      } else {
        hostByNode.merge(node, host, (a, b) -> a.compareTo(b) <= 0 ? a : b);
      }
    }
    List<Peer> peers = new ArrayList<>();
    hostByNode.forEach((node, host) -> peers.add(new Peer(node, host)));
    return peers;
  }

  /** A link-local IPv6 address would need a link; an IPv4 one is good for nodes on one segment. */
  private static boolean isReachable(InetAddress host) {
    boolean scoped = host.getAddress().length > 4 && host.isLinkLocalAddress();
    return !scoped && !host.isAnyLocalAddress() && !host.isMulticastAddress();
  }
}
