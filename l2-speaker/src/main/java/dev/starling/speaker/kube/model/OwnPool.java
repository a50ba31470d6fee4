package dev.starling.speaker.kube.model;

import java.util.List;

/**
 * A pool of the speaker's own configuration, for a cluster without MetalLB's kinds of objects.
 *
 * @param addresses as {@link AddressRange#parse} takes them
 * @param interfaces the exact names of the interfaces to announce on; empty for all
 * @param unique whether the policy of its Services is {@code unique} unless they say otherwise
 */
public record OwnPool(
    String name, List<String> addresses, List<String> interfaces, boolean unique) {
  /** Copies the lists. */
  public OwnPool {
    addresses = List.copyOf(addresses);
    interfaces = List.copyOf(interfaces);
  }
}
