package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code ServiceL2Status} is to say.
 *
 * @param service the Service
 * @param node its owner
 * @param interfaces those that it is announced on, or empty for all
 * @param pod the owner's Pod, or null where that is not known
 */
public record StatusContent(
    ObjectName service, String node, SortedSet<String> interfaces, @Nullable OwnerPod pod) {
  /** Copies the set. */
  public StatusContent {
    interfaces = Collections.unmodifiableSortedSet(new TreeSet<>(interfaces));
  }

  /** The name of the object. */
  public String name() {
    return StatusNames.name(service, nodeLabel());
  }

  /** The value of the label {@code metallb.io/node}. */
  public String nodeLabel() {
    return StatusNames.label(node);
  }

  /** The object as it is once this is written. */
  SeenStatus asSeen(String uid, String resourceVersion) {
    SortedSet<String> pods = new TreeSet<>();
    if (pod != null) {
      pods.add(pod.uid());
    }
    SeenStatus.Told told = new SeenStatus.Told(service, node, interfaces);
    return new SeenStatus(name(), uid, resourceVersion, service, nodeLabel(), told, pods);
  }

  /** Whether {@code seen} says all of it. */
  boolean isIn(SeenStatus seen) {
    return seen.service().equals(service)
        && seen.nodeLabel().equals(nodeLabel())
        && seen.told().equals(new SeenStatus.Told(service, node, interfaces))
        && (pod == null || seen.podUids().contains(pod.uid()));
  }
}
