package dev.starling.speaker.kube.writes;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A Service that somebody announces, or that somebody ought to.
 *
 * @param uid of the Service: another one by the same name is another Service
 * @param ips its service IPs, as texts
 * @param interfaces those that the owner announces on; empty for all that it has
 * @param owner who announces it
 */
public record OwnedService(
    String uid, List<String> ips, SortedSet<String> interfaces, Owner owner) {
  /** Copies the collections. */
  public OwnedService {
    ips = List.copyOf(ips);
    interfaces = Collections.unmodifiableSortedSet(new TreeSet<>(interfaces));
  }
}
