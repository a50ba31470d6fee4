package dev.starling.speaker.kube.model;

import java.util.List;

/**
 * What is kept of MetalLB's L2Advertisement. A list of selectors matches what any of them matches.
 * An entry that a list has twice is as one, which MetalLB refuses; but two equal preferences add
 * up.
 *
 * @param pools names of pools, those of {@code poolSelectors} besides; both empty for every pool
 * @param nodeSelectors the nodes that may announce; empty for all
 * @param serviceSelectors the Services that it is for; empty for all
 * @param interfaces the exact names of the interfaces to announce on; empty for all
 * @param preferences nodes to be taken before others
 */
public record Advertisement(
    String name,
    List<String> pools,
    List<LabelSelector> poolSelectors,
    List<LabelSelector> nodeSelectors,
    List<LabelSelector> serviceSelectors,
    List<String> interfaces,
    List<Preference> preferences) {
  /** Copies the lists. */
  public Advertisement {
    pools = List.copyOf(pools);
    poolSelectors = List.copyOf(poolSelectors);
    nodeSelectors = List.copyOf(nodeSelectors);
    serviceSelectors = List.copyOf(serviceSelectors);
    interfaces = List.copyOf(interfaces);
    preferences = List.copyOf(preferences);
  }

  /**
   * Adds to the score of the nodes that it selects.
   *
   * @param weight 1 to 100
   */
  public record Preference(int weight, LabelSelector selector) {}
}
