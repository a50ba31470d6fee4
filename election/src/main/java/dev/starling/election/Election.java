package dev.starling.election;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Filters the nodes for an IP and keeps their order. It hashes nothing: the order is made once by
 * {@link Rendezvous} and kept, so that a failover costs a walk down a list for each IP.
 *
 * <p>Speakers that hold the same demand, nodes and facts get the same owner.
 */
public final class Election {
  private Election() {}

  /**
   * Who may own the IP, and why the others may not.
   *
   * @param order {@link Rendezvous#order} over all known nodes; a node of it without facts is not a
   *     member
   * @param facts what is known, by node
   * @throws IllegalStateException if {@code order} lacks a node of {@code facts}
   */
  public static Ranking rank(
      Demand demand, List<String> order, SortedMap<String, NodeFacts> facts) {
    List<String> candidates = new ArrayList<>(order.size());
    SortedMap<String, Exclusion> excluded = new TreeMap<>();
    int known = 0;
    for (String node : order) {
      NodeFacts of = facts.get(node);
      known += of == null ? 0 : 1;
      Exclusion exclusion = exclusionOf(demand, node, of);
      if (exclusion == null) {
        candidates.add(node);
      } else {
        excluded.put(node, exclusion);
      }
    }
    // A stale order would give this speaker another owner than the rest: better to stop.
    if (known != facts.size()) {
      throw new IllegalStateException("the order lacks a node of " + facts.keySet());
    }
    return new Ranking(demand.ip(), candidates, excluded);
  }

  /**
   * The {@link Ranking#owner} that {@link #rank} would give, or null, without the reasons:
   * allocates nothing and stops at the first candidate.
   */
  public static @Nullable String owner(
      Demand demand, List<String> order, SortedMap<String, NodeFacts> facts) {
    for (String node : order) {
      if (exclusionOf(demand, node, facts.get(node)) == null) {
        return node;
      }
    }
    return null;
  }

  /**
   * Whether a usable link is all that is missing: members that have settled may own the IP, and
   * none of them has one.
   */
  public static boolean lacksLink(Demand demand, SortedMap<String, NodeFacts> facts) {
    boolean lacks = false;
    for (NodeFacts of : facts.values()) {
      Exclusion exclusion = exclusionOf(demand, of.node(), of);
      if (exclusion == null || exclusion == Exclusion.SETTLING) {
        return false;
      }
      lacks |= exclusion == Exclusion.NO_USABLE_LINK;
    }
    return lacks;
  }

  private static @Nullable Exclusion exclusionOf(
      Demand demand, String node, @Nullable NodeFacts facts) {
    if (facts == null || !facts.member()) {
      return Exclusion.NOT_A_MEMBER;
    }
    Terms terms = demand.eligibility().of(node);
    if (terms == null) {
      return Exclusion.NODE_NOT_LISTED;
    }
    if (!facts.settled()) {
      return Exclusion.SETTLING;
    }
    if (facts.draining()) {
      return Exclusion.DRAINING;
    }
    for (String link : terms.links()) {
      if (facts.usableLinks().contains(link)) {
        return null;
      }
    }
    return Exclusion.NO_USABLE_LINK;
  }
}
