package dev.starling.election;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outcome for one IP. Each known node is in exactly one of the two.
 *
 * @param ip the IP
 * @param candidates the nodes that may own it, best claim first
 * @param excluded the nodes that may not, each with the first reason that applies
 */
public record Ranking(
    ServiceIp ip, List<String> candidates, SortedMap<String, Exclusion> excluded) {
  /** Copies both. */
  public Ranking {
    candidates = List.copyOf(candidates);
    excluded = Collections.unmodifiableSortedMap(new TreeMap<>(excluded));
  }

  /** The first candidate, or null if no node may own the IP. */
  public @Nullable String owner() {
    return candidates.isEmpty() ? null : candidates.getFirst();
  }
}
