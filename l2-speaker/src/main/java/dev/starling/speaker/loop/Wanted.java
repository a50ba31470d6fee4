package dev.starling.speaker.loop;

import dev.starling.election.ServiceIp;
import dev.starling.membership.Peer;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A configuration in the terms of the core and of the links.
 *
 * @param plan for the core
 * @param links what each link is for, by its name
 */
record Wanted(Plan plan, SortedMap<String, LinkWish> links) {
  /** Copies the map. */
  Wanted {
    links = Collections.unmodifiableSortedMap(new TreeMap<>(links));
  }

  /** Whether a service names no interface: it is for the one that has the bind address. */
  static boolean needsBindLink(SpeakerConfig config) {
    return config.services().stream().anyMatch(service -> service.interfaces().isEmpty());
  }

  /**
   * What {@code config} wants.
   *
   * @param bindLink the interface that has the bind address; of no matter unless {@link
   *     #needsBindLink}
   */
  static Wanted of(SpeakerConfig config, String bindLink) {
    SortedSet<String> expected = new TreeSet<>();
    expected.add(config.node());
    config.peers().forEach(peer -> expected.add(peer.name()));
    List<ServicePlan> services = new ArrayList<>();
    SortedMap<String, SortedSet<ServiceIp>> ips = new TreeMap<>();
    SortedMap<String, SortedSet<ServiceIp>> ownable = new TreeMap<>();
    for (SpeakerConfig.Service service : config.services()) {
      SortedSet<String> links =
          service.interfaces().isEmpty() ? new TreeSet<>(List.of(bindLink)) : service.interfaces();
      SortedSet<String> nodes = service.nodes();
      boolean mayOwn = nodes == null || nodes.contains(config.node());
      for (String link : links) {
        ips.computeIfAbsent(link, _ -> new TreeSet<>()).addAll(service.ips());
        SortedSet<ServiceIp> own = ownable.computeIfAbsent(link, _ -> new TreeSet<>());
        if (mayOwn) {
          own.addAll(service.ips());
        }
      }
      services.add(
          new ServicePlan(
              service.name(),
              new TreeSet<>(service.ips()),
              links,
              nodes,
              service.policy() == SpeakerConfig.Policy.UNIQUE));
    }
    SortedMap<String, LinkWish> links = new TreeMap<>();
    ips.forEach(
        (link, all) ->
            links.put(link, new LinkWish(all, ownable.getOrDefault(link, new TreeSet<>()))));
    return new Wanted(new Plan(expected, services, config.drain()), links);
  }

  /** The peers in the terms of the membership. */
  static List<Peer> peers(SpeakerConfig config) {
    return config.peers().stream().map(peer -> new Peer(peer.name(), peer.address())).toList();
  }
}
