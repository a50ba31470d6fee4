package dev.starling.speaker.core;

import dev.starling.election.Election;
import dev.starling.election.ServiceIp;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who owns what by the last election, for whoever writes it down elsewhere. May be read by any
 * thread: nothing in it changes.
 *
 * @param byIp an IP without an owner is missing
 * @param linkless IPs without an owner for want of a usable link: see {@link Election#lacksLink}
 * @param wanted the services that the owners were elected for
 * @param nodes the nodes that have a member
 * @param leader whether this speaker has settled and is the oldest member of its view
 */
public record Owners(
    SortedMap<ServiceIp, String> byIp,
    SortedSet<ServiceIp> linkless,
    Plan wanted,
    SortedSet<String> nodes,
    boolean leader) {
  /** Copies the nodes, and not the IPs: nobody changes those any more. */
  public Owners {
    nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
  }
}
