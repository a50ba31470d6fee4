package dev.starling.speaker.loop;

import dev.starling.election.ServiceIp;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a link is for.
 *
 * @param ips the service IPs that any speaker may announce on it
 * @param ownable those of them that this node may own
 * @param general whether it is meant where a service names no link
 */
record LinkWish(SortedSet<ServiceIp> ips, SortedSet<ServiceIp> ownable, boolean general) {
  /** Nothing. */
  static final LinkWish NONE = new LinkWish(new TreeSet<>(), new TreeSet<>(), false);

  /** Copies the sets. */
  LinkWish {
    ips = Collections.unmodifiableSortedSet(new TreeSet<>(ips));
    ownable = Collections.unmodifiableSortedSet(new TreeSet<>(ownable));
  }
}
