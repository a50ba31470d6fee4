package dev.starling.speaker.kube.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The speaker's own settings for Kubernetes, the same on every speaker or they elect differently.
 *
 * @param loadBalancerClass the class of the Services that are announced; empty for those without
 *     one
 * @param nodes which states of a Node count
 * @param policyAnnotation the annotation of a Service, or of a pool for all of its Services that
 *     lack it, whose value {@code unique} keeps a side without a majority silent; {@code available}
 *     is the default
 * @param pools for a cluster without MetalLB's kinds of objects, in any order, each name once
 */
public record Rules(
    String loadBalancerClass, NodeRules nodes, String policyAnnotation, List<OwnPool> pools) {
  /** As MetalLB does by default. */
  public static final Rules DEFAULTS =
      new Rules("", NodeRules.DEFAULTS, "starling.dev/policy", List.of());

  /** Copies the list. */
  public Rules {
    pools = List.copyOf(pools);
  }

  /** The names of all annotations that count, on whatever kind of object. */
  public SortedSet<String> annotations() {
    SortedSet<String> names = new TreeSet<>(SharedIps.KEYS);
    names.add(policyAnnotation);
    if (nodes.drainAnnotation() != null) {
      names.add(nodes.drainAnnotation());
    }
    return Collections.unmodifiableSortedSet(names);
  }
}
