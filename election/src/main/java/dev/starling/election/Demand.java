package dev.starling.election;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an IP asks of its owner.
 *
 * @param ip the IP
 * @param nodes the nodes that may own it; null means any
 * @param links the names of the links that it is wanted on, at least one; an owner needs any of
 *     them usable
 */
public record Demand(ServiceIp ip, @Nullable SortedSet<String> nodes, SortedSet<String> links) {
  /**
   * Copies the sets.
   *
   * @throws IllegalArgumentException if {@code links} is empty
   */
  public Demand {
    if (links.isEmpty()) {
      throw new IllegalArgumentException(ip + " is wanted on no link");
    }
    nodes = nodes == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    links = Collections.unmodifiableSortedSet(new TreeSet<>(links));
  }
}
