package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jgroups.View;
import org.jspecify.annotations.Nullable;

/**
 * Has those sought on the segment whom the kernel may have given up: while this speaker has no
 * majority, one absent host after the other; and all whom a view brings back to it, at once. The
 * one that a merge went by was reached, but for each of the others the kernel may keep for up to a
 * second what is to be said to it, and that includes who owns what.
 */
final class Seeking {
  /** As many speakers may seek in each round. */
  private static final int SEEKERS = 10;

  /** How many of a view are sought at once; the others in the rounds after it. */
  private static final int AT_ONCE = 50;

  private final Hosts hosts;
  private final Membership.Seeker seeker;
  private final Turns sought = new Turns();
  private final AtomicInteger rounds = new AtomicInteger();
  private final Queue<Hosts.Host> regained = new ConcurrentLinkedQueue<>();

  Seeking(Hosts hosts, Membership.Seeker seeker) {
    this.hosts = hosts;
    this.seeker = seeker;
  }

  /** The numbers of the nodes that have a member in {@code view}. */
  static Set<Long> nodes(View view) {
    return Addresses.members(view.getMembers().stream()).stream()
        .map(MemberId::node)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** A view is in force; {@link #round} seeks whom it brings back. */
  void viewChanged(@Nullable View before, View now) {
    regained.clear();
    Set<Long> known = before == null ? Set.of() : nodes(before);
    if (isMajority(known)) {
      return;
    }
    Set<Long> present = nodes(now);
    hosts.list().stream()
        .filter(host -> present.contains(host.node()) && !known.contains(host.node()))
        .forEach(regained::add);
  }

  /** Seeks some of those that the last view has brought back. */
  void round() {
    for (int i = 0; i < AT_ONCE; i++) {
      Hosts.Host host = regained.poll();
      if (host == null) {
        return;
      }
      seek(host);
    }
  }

  /** Whether {@link #round} has somebody left to seek. */
  boolean isUnderWay() {
    return !regained.isEmpty();
  }

  /**
   * Seeks one of {@code absent}, if there is no majority and it is time to.
   *
   * @param present nodes in the view
   * @return whom, if anybody
   */
  List<Hosts.Host> roundForAbsent(Set<Long> present, List<Hosts.Host> absent) {
    if (isMajority(present) || !isTime(absent.size())) {
      return List.of();
    }
    List<Hosts.Host> found = sought.next(absent, 1);
    found.forEach(this::seek);
    return found;
  }

  private void seek(Hosts.Host host) {
    seeker.seek(host.address().getIpAddress());
  }

  private boolean isMajority(Set<Long> present) {
    return 2 * present.size() > hosts.list().size() + 1;
  }

  /* Whoever lacks a majority may be one of many: together they ask some 200 times a second. */
  private boolean isTime(int absent) {
    return rounds.getAndIncrement() % Math.ceilDiv(Math.max(1, absent), SEEKERS) == 0;
  }
}
