package dev.starling.speaker.kube.model;

import java.util.List;
import java.util.SortedMap;

/**
 * What is kept of MetalLB's IPAddressPool: all else in it is for whoever assigns IPs.
 *
 * @param labels for {@link Advertisement#poolSelectors}
 * @param annotations at least the one that {@link Rules#policyAnnotation} names
 * @param addresses as {@link AddressRange#parse} takes them
 */
public record AddressPool(
    String name,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    List<String> addresses) {
  /** Copies the collections. */
  public AddressPool {
    labels = Copies.map(labels);
    annotations = Copies.map(annotations);
    addresses = List.copyOf(addresses);
  }
}
