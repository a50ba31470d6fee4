package dev.starling.speaker.kube.model;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of the Pod of a speaker, which is on its node's network.
 *
 * @param node the node that it is bound to, or null
 * @param hostIp the node's address, or null as long as the kubelet has not told it
 * @param phase {@code status.phase}; one that has {@code Failed} or {@code Succeeded} is no peer
 */
public record SpeakerPod(
    String name, @Nullable String node, @Nullable String hostIp, String phase) {
  boolean isOver() {
    return phase.equals("Failed") || phase.equals("Succeeded");
  }
}
