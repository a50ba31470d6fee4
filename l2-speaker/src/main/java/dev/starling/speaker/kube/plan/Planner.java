package dev.starling.speaker.kube.plan;

import dev.starling.election.Eligibility;
import dev.starling.election.ServiceIp;
import dev.starling.election.Terms;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import dev.starling.speaker.kube.model.Candidate;
import dev.starling.speaker.kube.model.NodeExclusion;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Peer;
import dev.starling.speaker.kube.model.Resolution;
import dev.starling.speaker.kube.model.SharedIp;
import dev.starling.speaker.kube.model.Verdict;
import dev.starling.speaker.kube.model.WithheldReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes the core's plan of a {@link Resolution}. Where MetalLB's speakers would elect two owners
 * for an IP that Services share, the oldest of them decides, and whoever may announce all of them
 * goes before whoever may announce that one alone.
 */
public final class Planner {
  /** The most names of links in a plan: what a speaker can tell of itself, less the general one. */
  static final int LINKS = 63;

  /** The most speakers: those that the membership takes, and this one. */
  static final int SPEAKERS = 1_025;

  private static final Eligibility NOBODY = new Eligibility.Listed(new TreeMap<>());

  private static final Set<WithheldReason> NOT_FOR_US =
      EnumSet.of(WithheldReason.NOT_LOAD_BALANCER, WithheldReason.OTHER_CLASS);

  private final Resolution resolution;
  private final Self self;
  private final SortedMap<ObjectName, Verdict> verdicts = new TreeMap<>();
  private final SortedMap<ObjectName, Verdict.Announced> announced = new TreeMap<>();
  private final SortedSet<String> expected = new TreeSet<>();
  private final List<Unplanned> unplanned = new ArrayList<>();
  private final SortedSet<String> links = new TreeSet<>();
  private final IdentityHashMap<SortedMap<String, Candidate>, Eligibility> eligibilities =
      new IdentityHashMap<>();
  private final IdentityHashMap<SortedMap<String, NodeExclusion>, SortedMap<String, String>> whys =
      new IdentityHashMap<>();

  private Planner(Resolution resolution, Self self) {
    this.resolution = resolution;
    this.self = self;
  }

  /** The plan of {@code self}. */
  public static Planned plan(Resolution resolution, Self self) {
    return new Planner(resolution, self).plan();
  }

  private Planned plan() {
    List<Peer> counted = counted();
    Absence absence = absence(counted);
    counted.forEach(peer -> expected.add(peer.node()));
    expected.add(self.node());
    resolution.services().forEach(this::sort);
    SortedMap<ServiceIp, List<ObjectName>> sharers = new TreeMap<>();
    for (SharedIp shared : resolution.shared()) {
      List<ObjectName> left =
          shared.services().stream().filter(each -> announced.containsKey(each)).toList();
      if (left.size() > 1) {
        sharers.put(shared.ip(), left);
      }
    }
    List<ServicePlan> services = new ArrayList<>();
    announced.forEach((name, service) -> add(name, service, sharers, services));
    resolution
        .faults()
        .forEach(
            fault ->
                unplanned.add(
                    new Unplanned(
                        fault.kind() + " " + fault.name(), fault.reason().name(), fault.text())));
    List<Peer> peers = reachable(counted);
    Collections.sort(unplanned);
    boolean drain = resolution.ownExclusion() != null || absence != null;
    return new Planned(new Plan(expected, services, drain), peers, verdicts, unplanned, absence);
  }

  /** The speakers that count, the same on each of them: this one is not let in before others. */
  private List<Peer> counted() {
    List<Peer> all = resolution.peers();
    if (all.size() <= SPEAKERS) {
      return all;
    }
    String detail = all.size() + " of " + SPEAKERS;
    unplanned.add(new Unplanned("Pods", Absence.TOO_MANY_SPEAKERS.word(), detail, true));
    return all.subList(0, SPEAKERS);
  }

  private @Nullable Absence absence(List<Peer> counted) {
    if (counted.stream().anyMatch(this::isSelf)) {
      return null;
    }
    Absence absence =
        resolution.peers().stream().anyMatch(this::isSelf)
            ? Absence.TOO_MANY_SPEAKERS
            : Absence.NO_POD;
    unplanned.add(new Unplanned("node " + self.node(), absence.word(), "", true));
    return absence;
  }

  private boolean isSelf(Peer peer) {
    return peer.node().equals(self.node());
  }

  /** Those of the others that have an address which this one can speak to. */
  private List<Peer> reachable(List<Peer> counted) {
    List<Peer> others = new ArrayList<>();
    for (Peer peer : counted) {
      if (isSelf(peer)) {
        continue;
      }
      ServiceIp foreign = peer.host(!self.ipv6());
      if (peer.host(self.ipv6()) != null) {
        others.add(peer);
      } else if (foreign != null) {
        unplanned.add(new Unplanned("node " + peer.node(), "otherFamily", foreign.text(), true));
      } else {
        unplanned.add(new Unplanned("node " + peer.node(), "noHostAddress", ""));
      }
    }
    return others.subList(0, Math.min(others.size(), SPEAKERS - 1));
  }

  private void sort(ObjectName name, Verdict given) {
    Verdict verdict = given;
    // A permit rests on the word of half of the observers: see the file's check of the same.
    int peers = expected.size() - 1;
    if (given instanceof Verdict.Announced service
        && service.unique()
        && peers > self.observers()) {
      String detail = self.observers() + " observers, " + peers + " peers";
      verdict =
          new Verdict.Withheld(WithheldReason.UNIQUE_NEEDS_OBSERVERS, detail, service.excluded());
    }
    verdicts.put(name, verdict);
    switch (verdict) {
      case Verdict.Withheld(WithheldReason reason, String text, _) -> {
        if (!NOT_FOR_US.contains(reason)) {
          unplanned.add(new Unplanned(name.toString(), reason.word(), text, reason.isFault()));
        }
      }
      case Verdict.Announced service -> announced.put(name, service);
    }
  }

  /** A Service's IPs in as many plans as there are different sets of Services that have them. */
  private void add(
      ObjectName name,
      Verdict.Announced service,
      SortedMap<ServiceIp, List<ObjectName>> sharers,
      List<ServicePlan> services) {
    SortedMap<List<ObjectName>, SortedSet<ServiceIp>> groups =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (ServiceIp ip : service.ips()) {
      List<ObjectName> all = sharers.getOrDefault(ip, List.of(name));
      if (all.getFirst().equals(name)) {
        groups.computeIfAbsent(all, _ -> new TreeSet<>()).add(ip);
      }
    }
    groups.forEach(
        (all, ips) -> {
          Eligibility eligibility = eligibility(service, all);
          if (eligibility.equals(NOBODY)) {
            unplanned.add(new Unplanned(name.toString(), "tooManyInterfaces", ""));
          }
          services.add(
              new ServicePlan(
                  String.join(" ", all.stream().map(ObjectName::toString).toList()),
                  ips,
                  service.decidingIp(),
                  eligibility,
                  service.unique(),
                  whys.computeIfAbsent(service.excluded(), Planner::words)));
        });
  }

  private Eligibility eligibility(Verdict.Announced service, List<ObjectName> all) {
    SortedMap<String, Candidate> candidates = service.candidates();
    for (ObjectName name : all) {
      Verdict.Announced other = announced.getOrDefault(name, service);
      if (!candidates.equals(other.candidates())) {
        SortedMap<String, Candidate> common = new TreeMap<>(candidates);
        common.keySet().retainAll(other.candidates().keySet());
        candidates = common.isEmpty() ? candidates : common;
      }
    }
    return eligibilities.computeIfAbsent(candidates, this::eligibility);
  }

  private Eligibility eligibility(SortedMap<String, Candidate> candidates) {
    SortedMap<String, Terms> nodes = new TreeMap<>();
    candidates.forEach(
        (node, candidate) -> {
          SortedSet<String> named = links(candidate);
          if (!named.isEmpty()) {
            nodes.put(node, new Terms(candidate.score(), named));
          }
        });
    return nodes.isEmpty() ? NOBODY : new Eligibility.Listed(nodes);
  }

  private SortedSet<String> links(Candidate candidate) {
    SortedSet<String> interfaces = candidate.interfaces();
    if (interfaces == null) {
      return new TreeSet<>(List.of(ServicePlan.ANY_LINK));
    }
    SortedSet<String> known = new TreeSet<>();
    for (String name : interfaces) {
      if (!name.equals(ServicePlan.ANY_LINK) && (links.contains(name) || links.size() < LINKS)) {
        links.add(name);
        known.add(name);
      }
    }
    return known;
  }

  private static SortedMap<String, String> words(SortedMap<String, NodeExclusion> excluded) {
    SortedMap<String, String> words = new TreeMap<>();
    excluded.forEach((node, reason) -> words.put(node, reason.name()));
    return Collections.unmodifiableSortedMap(words);
  }
}
