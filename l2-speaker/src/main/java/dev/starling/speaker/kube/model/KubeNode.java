package dev.starling.speaker.kube.model;

import java.util.List;
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
 * @param addresses the IPs of {@code status.addresses} in order
 */
public record KubeNode(
    String name,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    SortedMap<String, String> conditions,
    SortedSet<String> taints,
    boolean unschedulable,
    List<Address> addresses) {
  /** The type of an address that nodes reach one another at. */
  public static final String INTERNAL_IP = "InternalIP";

  /** The type of an address for those outside of the cluster. */
  public static final String EXTERNAL_IP = "ExternalIP";

  /** Copies the collections. */
  public KubeNode {
    labels = Copies.map(labels);
    annotations = Copies.map(annotations);
    conditions = Copies.map(conditions);
    taints = Copies.set(taints);
    addresses = List.copyOf(addresses);
  }

  /**
   * An address of a Node.
   *
   * @param type {@link #INTERNAL_IP} or {@link #EXTERNAL_IP}
   * @param text as the API spells it
   */
  public record Address(String type, String text) {
    boolean isInternal() {
      return type.equals(INTERNAL_IP);
    }
  }
}
