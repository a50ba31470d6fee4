package dev.starling.election;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * On which terms a node may own an IP.
 *
 * @param score a node with a higher one comes before all with a lower one
 * @param links the names of the links that the IP is wanted on there, at least one; the node needs
 *     any of them usable
 */
public record Terms(long score, SortedSet<String> links) {
  /**
   * Copies the set.
   *
   * @throws IllegalArgumentException if {@code links} is empty
   */
  public Terms {
    if (links.isEmpty()) {
      throw new IllegalArgumentException("an IP is wanted on no link");
    }
    links = Collections.unmodifiableSortedSet(new TreeSet<>(links));
  }
}
