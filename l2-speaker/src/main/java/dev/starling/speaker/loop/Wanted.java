package dev.starling.speaker.loop;

import dev.starling.election.Eligibility;
import dev.starling.election.ServiceIp;
import dev.starling.election.Terms;
import dev.starling.membership.Peer;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is wanted in the terms of the core and of the links.
 *
 * @param plan for the core
 * @param links what each link is for, by its name
 */
record Wanted(Plan plan, SortedMap<String, LinkWish> links) {
  /** Copies the map. */
  Wanted {
    links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
  }

  /** Names of links, for an eligibility: of any node's terms, and of this node's. */
  private record Names(SortedSet<String> all, SortedSet<String> own) {}

  /** Whether a service names no interface: it is for the one that has the bind address. */
  static boolean needsBindLink(SpeakerConfig config) {
    return config.services().stream().anyMatch(service -> service.interfaces().isEmpty());
  }

  /**
   * What {@code config} plans.
   *
   * @param bindLink the interface that has the bind address; of no matter unless {@link
   *     #needsBindLink}
   */
  static Plan plan(SpeakerConfig config, String bindLink) {
    SortedSet<String> expected = new TreeSet<>();
    expected.add(config.node());
    config.peers().forEach(peer -> expected.add(peer.name()));
    List<ServicePlan> services = new ArrayList<>();
    for (SpeakerConfig.Service service : config.services()) {
      services.add(
          ServicePlan.alike(
              service.name(),
              new TreeSet<>(service.ips()),
              service.interfaces().isEmpty()
                  ? new TreeSet<>(List.of(bindLink))
                  : service.interfaces(),
              service.nodes(),
              service.policy() == SpeakerConfig.Policy.UNIQUE));
    }
    return new Plan(expected, services, config.drain());
  }

  /**
   * What {@code plan} wants.
   *
   * @param node this node
   * @param general the links that {@link ServicePlan#ANY_LINK} stands for here
   */
  static Wanted of(Plan plan, String node, SortedSet<String> general) {
    SortedMap<String, SortedSet<ServiceIp>> ips = new TreeMap<>();
    SortedMap<String, SortedSet<ServiceIp>> ownable = new TreeMap<>();
    IdentityHashMap<Eligibility, Names> known = new IdentityHashMap<>();
    for (ServicePlan service : plan.services()) {
      Names names =
          known.computeIfAbsent(service.eligibility(), each -> names(each, node, general));
      for (String link : names.all) {
        ips.computeIfAbsent(link, _ -> new TreeSet<>()).addAll(service.ips());
      }
      for (String link : names.own) {
        ownable.computeIfAbsent(link, _ -> new TreeSet<>()).addAll(service.ips());
      }
    }
    SortedMap<String, LinkWish> links = new TreeMap<>();
    ips.forEach(
        (link, all) ->
            links.put(
                link,
                new LinkWish(
                    all,
                    ownable.getOrDefault(link, Collections.emptySortedSet()),
                    general.contains(link))));
    return new Wanted(plan, links);
  }

  private static Names names(Eligibility eligibility, String node, SortedSet<String> general) {
    SortedSet<String> all = new TreeSet<>();
    switch (eligibility) {
      case Eligibility.Anybody(Terms terms) -> addTo(all, terms, general);
      case Eligibility.Listed(SortedMap<String, Terms> nodes) ->
          nodes.values().forEach(terms -> addTo(all, terms, general));
    }
    SortedSet<String> own = new TreeSet<>();
    Terms terms = eligibility.of(node);
    if (terms != null) {
      addTo(own, terms, general);
    }
    return new Names(all, own);
  }

  private static void addTo(SortedSet<String> links, Terms terms, SortedSet<String> general) {
    for (String name : terms.links()) {
      if (name.equals(ServicePlan.ANY_LINK)) {
        links.addAll(general);
      } else {
        links.add(name);
      }
    }
  }

  /** The peers in the terms of the membership. */
  static List<Peer> peers(SpeakerConfig config) {
    return config.peers().stream().map(peer -> new Peer(peer.name(), peer.address())).toList();
  }
}
