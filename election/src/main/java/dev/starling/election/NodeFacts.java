package dev.starling.election;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the election knows of one node. Every speaker must hold the same facts for the same view, or
 * they elect differently.
 *
 * @param node its name
 * @param member whether its speaker is in the view
 * @param settled whether its speaker has settled
 * @param draining whether its speaker hands over, in order to leave
 * @param usableLinks the names of its links on which it could answer
 */
public record NodeFacts(
    String node, boolean member, boolean settled, boolean draining, SortedSet<String> usableLinks) {
  /** Copies the set. */
  public NodeFacts {
    usableLinks = Collections.unmodifiableSortedSet(new TreeSet<>(usableLinks));
  }
}
