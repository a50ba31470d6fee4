package dev.starling.speaker.core;

import dev.starling.election.Election;
import dev.starling.election.NodeFacts;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Whether the group is only just coming into being. Its members settle one after another, and the
 * first of them would claim everything, to give it away again within moments: in place of the right
 * owners, which may answer by another program already (a swap with MetalLB). So from when the first
 * has settled, and for as long as a planned move may take, nobody claims what will be another
 * member's as soon as that one has settled.
 *
 * <p>That is over for good when all have settled and have links, and does not begin where a member
 * that has settled says that it is over: that group answers already. Links are opened beside the
 * joining, so whoever has none yet is taken to get all that anybody names.
 */
final class Forming {
  /** How long after the first has settled the others are waited for. */
  static final long LIMIT_NANOS = OwnDescription.GAIN_NANOS;

  private final String node;
  private boolean over;
  private long endNanos = Instants.NEVER;

  Forming(String node) {
    this.node = node;
  }

  /**
   * Looks whether it is over.
   *
   * @param established whether a member that has settled says that it is over
   */
  void update(SortedMap<String, NodeFacts> facts, boolean established, long nowNanos) {
    boolean begun = facts.values().stream().anyMatch(NodeFacts::settled);
    if (begun && endNanos == Instants.NEVER) {
      endNanos = nowNanos + LIMIT_NANOS;
    }
    over |=
        established
            || (begun && facts.values().stream().allMatch(Forming::isReady))
            || Instants.hasCome(endNanos, nowNanos);
  }

  /** Whether the group has come into being. */
  boolean isOver() {
    return over;
  }

  private static boolean isReady(NodeFacts of) {
    return of.settled() && !of.usableLinks().isEmpty();
  }

  /**
   * The facts as they will be when all have settled; empty when it is over.
   *
   * @param named the links that anybody names
   */
  SortedMap<String, NodeFacts> hoped(SortedMap<String, NodeFacts> facts, SortedSet<String> named) {
    if (over) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, NodeFacts> hoped = new TreeMap<>();
    facts.forEach(
        (name, of) -> {
          SortedSet<String> links = of.usableLinks().isEmpty() ? named : of.usableLinks();
          hoped.put(name, new NodeFacts(name, of.member(), true, of.draining(), links));
        });
    return hoped;
  }

  /** Whether an IP that this speaker would claim is to be another's by the {@code hoped} facts. */
  boolean isAnothers(Ownership.Wanted want, SortedMap<String, NodeFacts> hoped) {
    return !hoped.isEmpty() && !node.equals(Election.owner(want.demand(), want.order(), hoped));
  }

  /** When it is over without any event; {@link Instants#NEVER} if that is not known. */
  long deadlineNanos() {
    return over ? Instants.NEVER : endNanos;
  }
}
