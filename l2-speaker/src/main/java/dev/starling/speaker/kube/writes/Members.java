package dev.starling.speaker.kube.writes;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who lives, by the view in force.
 *
 * @param nodes the nodes of the members, this one among them
 * @param leader whether this speaker speaks for all and tidies up after the dead: it is the oldest
 *     member of its view, and settled. No majority is asked for, since the survivor of two nodes
 *     has none; what two leaders do to one another has bounds
 */
public record Members(SortedSet<String> nodes, boolean leader) {
  /** Copies the set. */
  public Members {
    nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
  }
}
