package dev.starling.speaker.core;

import java.util.Collections;
import java.util.List;
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

  /** Whether any service is wanted on this link. */
  boolean names(String link) {
    return services.stream().anyMatch(service -> service.links().contains(link));
  }
}
