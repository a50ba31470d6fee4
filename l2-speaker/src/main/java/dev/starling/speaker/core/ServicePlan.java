package dev.starling.speaker.core;

import dev.starling.election.ServiceIp;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A service as configured.
 *
 * @param name its name, for people
 * @param ips its IPs; no other service has one of them
 * @param links the names of the links that they are wanted on, at least one
 * @param nodes the nodes that may own them; null means any
 * @param unique whether a side without a majority stays silent
 */
public record ServicePlan(
    String name,
    SortedSet<ServiceIp> ips,
    SortedSet<String> links,
    @Nullable SortedSet<String> nodes,
    boolean unique) {
  /** Copies the sets. */
  public ServicePlan {
    ips = Collections.unmodifiableSortedSet(new TreeSet<>(ips));
    links = Collections.unmodifiableSortedSet(new TreeSet<>(links));
    nodes = nodes == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
  }

  /** The policy's name, as configuration spells it. */
  String policy() {
    return unique ? "unique" : "available";
  }
}
