package dev.starling.speaker.kube.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the Pod of a speaker, which is on its node's network.
 *
 * @param node the node that it is bound to, or null
 * @param hostIp the node's address, or null as long as the kubelet has not told it
 * @param hostIps {@code status.hostIPs[*].ip}: of a node of both families one of each
 * @param phase {@code status.phase}; one that has {@code Failed} or {@code Succeeded} is no peer
 */
public record SpeakerPod(
    String name,
    @Nullable String node,
    @Nullable String hostIp,
    List<String> hostIps,
    String phase) {
  /** Copies the list. */
  public SpeakerPod {
    hostIps = List.copyOf(hostIps);
  }

  /** One of a node that has one address at most. */
  public SpeakerPod(String name, @Nullable String node, @Nullable String hostIp, String phase) {
    this(name, node, hostIp, List.of(), phase);
  }

  /** Whether there is, or is about to be, a process of it on a node. */
  boolean isBound() {
    return node != null && !isOver();
  }

  boolean isOver() {
    return phase.equals("Failed") || phase.equals("Succeeded");
  }

  /** All that is told of the node's addresses. */
  List<String> addresses() {
    List<String> all = new ArrayList<>();
    if (hostIp != null) {
      all.add(hostIp);
    }
    hostIps.stream().filter(ip -> !ip.equals(hostIp)).forEach(all::add);
    return all;
  }
}
