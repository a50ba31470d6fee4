package dev.starling.speaker.core;

import dev.starling.election.Demand;
import dev.starling.election.Election;
import dev.starling.election.NodeFacts;
import dev.starling.election.Ranking;
import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who owns which IP, by the last facts. The hashing is done when nodes or services change. */
final class Ownership {
  /**
   * One IP as it is wanted.
   *
   * @param hashed the nodes in the order of their hashes
   * @param order the same with those first that are preferred
   */
  record Wanted(ServicePlan service, Demand demand, List<String> hashed, List<String> order) {
    ServiceIp ip() {
      return demand.ip();
    }

    /** The whole order with its reasons. */
    Ranking ranking(SortedMap<String, NodeFacts> facts) {
      return Election.rank(demand, order, facts);
    }
  }

  /**
   * Who owns what, and since when.
   *
   * @param owners an IP without one is missing
   */
  record Outcome(
      SortedMap<ServiceIp, Wanted> wanted,
      SortedMap<ServiceIp, String> owners,
      SortedMap<ServiceIp, Long> sinceNanos) {

    /** How long {@code ip} has had the owner that it has, or none. */
    long sinceMillis(ServiceIp ip, long nowNanos) {
      return Instants.millisBetween(sinceNanos.getOrDefault(ip, nowNanos), nowNanos);
    }
  }

  /** Has the last word on what the election gives to a node. */
  interface Gate {
    /**
     * Whether the IP may have that owner.
     *
     * @param previous its owner by the election before, or null
     * @param claimable whether it would have the owner, then, at once
     */
    boolean passes(Wanted want, String owner, @Nullable String previous, boolean claimable);
  }

  private record Rules(Standing standing, @Nullable String patient, Gate gate) {}

  private SortedMap<ServiceIp, Wanted> wanted = new TreeMap<>();
  private List<String> nodes = List.of();
  private SortedMap<ServiceIp, Long> sinceNanos = new TreeMap<>();
  private boolean sinceIsShared;
  private SortedMap<ServiceIp, String> owners = new TreeMap<>();
  private SortedMap<ServiceIp, String> lastBefore = new TreeMap<>();

  /** Takes over the services, to be owned by nodes of {@code known}. */
  void plan(Plan plan, Collection<String> known) {
    boolean sameNodes = nodes.equals(List.copyOf(new TreeSet<>(known)));
    SortedMap<ServiceIp, Wanted> before = wanted;
    SortedMap<ServiceIp, Wanted> next = new TreeMap<>();
    nodes = List.copyOf(new TreeSet<>(known));
    for (ServicePlan service : plan.services()) {
      for (ServiceIp ip : service.ips()) {
        Demand demand = new Demand(ip, service.eligibility());
        Wanted old = sameNodes ? before.get(ip) : null;
        ServiceIp key = service.keyOf(ip);
        List<String> hashed =
            old != null && old.service().keyOf(ip).equals(key)
                ? old.hashed()
                : Rendezvous.order(key, nodes);
        List<String> order = Rendezvous.preferring(hashed, service.eligibility());
        next.put(ip, new Wanted(service, demand, hashed, order));
      }
    }
    wanted = next;
    unshare();
    sinceNanos.keySet().retainAll(wanted.keySet());
  }

  SortedMap<ServiceIp, Wanted> wanted() {
    return Collections.unmodifiableSortedMap(wanted);
  }

  /** The owners as last elected; an IP without one is missing. */
  SortedMap<ServiceIp, String> owners() {
    return owners;
  }

  /**
   * Elects anew; {@link #owners} gives the outcome.
   *
   * @param patient the node that may keep what it has but gains nothing yet, or null
   * @param gate has the last word
   */
  void elect(
      SortedMap<String, NodeFacts> facts,
      Standing standing,
      @Nullable String patient,
      Gate gate,
      long nowNanos) {
    SortedMap<ServiceIp, String> next = new TreeMap<>();
    wanted.forEach(
        (ip, want) -> {
          String owner = Election.owner(want.demand(), want.order(), facts);
          if (owner != null && isOwner(ip, want, owner, new Rules(standing, patient, gate))) {
            next.put(ip, owner);
          }
        });
    unshare();
    for (ServiceIp ip : wanted.keySet()) {
      boolean same = Objects.equals(owners.get(ip), next.get(ip));
      if (!same || !sinceNanos.containsKey(ip)) {
        sinceNanos.put(ip, nowNanos);
      }
    }
    lastBefore = new TreeMap<>(lastBefore);
    lastBefore.putAll(owners);
    lastBefore.keySet().retainAll(wanted.keySet());
    owners = next;
  }

  private boolean isOwner(ServiceIp ip, Wanted want, String owner, Rules rules) {
    boolean unique = want.service().unique();
    String previous = owners.get(ip);
    boolean claimable = rules.standing().silence(unique) == null;
    boolean keeps = owner.equals(previous) && (claimable || rules.standing().keeps(unique));
    if (owner.equals(rules.patient()) && !keeps) {
      return false;
    }
    return rules.gate().passes(want, owner, previous, claimable) && (keeps || claimable);
  }

  /** The outcome as it is now, for any thread: what is in it does not change any more. */
  Outcome outcome() {
    sinceIsShared = true;
    return new Outcome(wanted, owners, sinceNanos);
  }

  private void unshare() {
    if (sinceIsShared) {
      sinceNanos = new TreeMap<>(sinceNanos);
      sinceIsShared = false;
    }
  }

  /** Those without an owner for want of a usable link, by the last election. */
  SortedSet<ServiceIp> linkless(SortedMap<String, NodeFacts> facts) {
    SortedSet<ServiceIp> linkless = new TreeSet<>();
    if (owners.size() < wanted.size()) {
      wanted.forEach(
          (ip, want) -> {
            if (!owners.containsKey(ip) && Election.lacksLink(want.demand(), facts)) {
              linkless.add(ip);
            }
          });
    }
    return linkless;
  }

  /** How many IPs have no owner. */
  int unowned() {
    return wanted.size() - owners.size();
  }

  /** Who owned the IP last before the last election, though maybe not right before it; or null. */
  @Nullable String lastOwnerBefore(ServiceIp ip) {
    return lastBefore.get(ip);
  }

  @Nullable ServicePlan serviceOf(ServiceIp ip) {
    Wanted known = wanted.get(ip);
    return known == null ? null : known.service();
  }
}
