package dev.starling.election;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes may own an IP, and on which terms. One serves all the IPs that ask the same: with
 * thousands of them and a hundred nodes, one for each would take more memory than all else.
 */
public sealed interface Eligibility {
  /** The node's terms, or null if it may not own the IP. Allocates nothing. */
  @Nullable Terms of(String node);

  /** Any node, on the same terms. */
  record Anybody(Terms terms) implements Eligibility {
    @Override
    public Terms of(String node) {
      return terms;
    }
  }

  /** These nodes and no others. */
  record Listed(SortedMap<String, Terms> nodes) implements Eligibility {
    /** Copies the map. */
    public Listed {
      nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    }

    @Override
    public @Nullable Terms of(String node) {
      return nodes.get(node);
    }
  }

  /**
   * Nodes that are all alike.
   *
   * @param nodes the nodes; null means any
   * @param links as in {@link Terms}
   */
  static Eligibility alike(@Nullable SortedSet<String> nodes, SortedSet<String> links) {
    Terms terms = new Terms(0, links);
    if (nodes == null) {
      return new Anybody(terms);
    }
    SortedMap<String, Terms> listed = new TreeMap<>();
    nodes.forEach(node -> listed.put(node, terms));
    return new Listed(listed);
  }
}
