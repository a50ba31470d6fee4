package dev.starling.speaker.kube.model;

import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What is kept of a Node.
 *
 * @param labels all of them: an advertisement may select by any
 * @param annotations at least the one that {@link NodeRules} names
 * @param conditions status by type, at least of {@code NetworkUnavailable} and {@code Ready}
 * @param taints the keys, whatever their value and effect
 * @param unschedulable whether it is cordoned
 */
public record KubeNode(
    String name,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    SortedMap<String, String> conditions,
    SortedSet<String> taints,
    boolean unschedulable) {
  /** Copies the collections. */
  public KubeNode {
    labels = Copies.map(labels);
    annotations = Copies.map(annotations);
    conditions = Copies.map(conditions);
    taints = Copies.set(taints);
  }
}
