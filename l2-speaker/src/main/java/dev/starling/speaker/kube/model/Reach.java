package dev.starling.speaker.kube.model;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where the Services of the same advertisements may be announced.
 *
 * @param selectsNode whether any of the advertisements selects a node, excluded or not
 */
record Reach(
    SortedMap<String, Candidate> candidates,
    SortedMap<String, NodeExclusion> excluded,
    boolean selectsNode) {

  /**
   * The union of what the advertisements select; scores add up.
   *
   * @param nodes every node, with the reason that excludes it by itself or null
   */
  static Reach of(Collection<Advertised> ads, SortedMap<String, KnownNode> nodes) {
    SortedMap<String, Candidate> candidates = new TreeMap<>();
    SortedMap<String, NodeExclusion> excluded = new TreeMap<>();
    boolean selectsNode = false;
    for (KnownNode node : nodes.values()) {
      List<Advertised> own =
          ads.stream().filter(ad -> ad.scores().containsKey(node.name())).toList();
      selectsNode |= !own.isEmpty();
      Candidate candidate = candidate(node.name(), own);
      if (node.exclusion() != null) {
        excluded.put(node.name(), node.exclusion());
      } else if (own.isEmpty()) {
        excluded.put(node.name(), NodeExclusion.NO_MATCHING_ADVERTISEMENT);
      } else if (candidate.interfaces() != null && candidate.interfaces().isEmpty()) {
        excluded.put(node.name(), NodeExclusion.NO_INTERFACE);
      } else {
        candidates.put(node.name(), candidate);
      }
    }
    return new Reach(
        Collections.unmodifiableSortedMap(candidates),
        Collections.unmodifiableSortedMap(excluded),
        selectsNode);
  }

  /** What is left of it for a Service with a local traffic policy. */
  Reach local(SortedSet<String> nodesWithEndpoint) {
    SortedMap<String, Candidate> left = new TreeMap<>(candidates);
    SortedMap<String, NodeExclusion> more = new TreeMap<>(excluded);
    left.keySet().retainAll(nodesWithEndpoint);
    for (String node : candidates.keySet()) {
      if (!left.containsKey(node)) {
        more.put(node, NodeExclusion.NO_LOCAL_ENDPOINT);
      }
    }
    return new Reach(
        Collections.unmodifiableSortedMap(left),
        Collections.unmodifiableSortedMap(more),
        selectsNode);
  }

  private static Candidate candidate(String node, List<Advertised> ads) {
    long score = 0;
    SortedSet<String> names = new TreeSet<>();
    boolean all = false;
    for (Advertised ad : ads) {
      score += ad.scores().getOrDefault(node, 0L);
      all |= ad.interfaces() == null;
      names.addAll(ad.interfaces() == null ? List.of() : ad.interfaces());
    }
    return new Candidate(score, all ? null : names);
  }

  /** A node, and why it may announce nothing, or null. */
  record KnownNode(String name, @Nullable NodeExclusion exclusion) {}
}
