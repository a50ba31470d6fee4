package dev.starling.speaker.core;

import dev.starling.election.Eligibility;
import dev.starling.election.Terms;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the configuration wants, as a whole.
 *
 * @param expected the nodes whose speakers ought to exist, this one's included
 * @param services the services
 * @param drain whether this node is to hand its IPs over and claim none
 */
public record Plan(SortedSet<String> expected, List<ServicePlan> services, boolean drain) {
  /**
   * Copies both collections.
   *
   * @throws IllegalArgumentException if nobody is expected: an empty list is a failed one, and must
   *     not be taken for a cluster of one
   */
  public Plan {
    if (expected.isEmpty()) {
      throw new IllegalArgumentException("nobody is expected, not even this node");
    }
    expected = Collections.unmodifiableSortedSet(new TreeSet<>(expected));
    services = List.copyOf(services);
  }

  /** The names of all links that any service names, on any node. */
  public SortedSet<String> links() {
    SortedSet<String> links = new TreeSet<>();
    // Thousands of services share few of them, and comparing two takes as long as reading one.
    Set<Eligibility> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (ServicePlan service : services) {
      if (seen.add(service.eligibility())) {
        switch (service.eligibility()) {
          case Eligibility.Anybody(Terms terms) -> links.addAll(terms.links());
          case Eligibility.Listed(SortedMap<String, Terms> nodes) ->
              nodes.values().forEach(terms -> links.addAll(terms.links()));
        }
      }
    }
    return links;
  }
}
