package dev.starling.speaker.core;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The links of this node as they were last seen. */
final class Links {
  private final SortedMap<String, LinkState> states = new TreeMap<>();
  private SortedSet<String> named = new TreeSet<>();

  /** The services are those of {@code plan}. */
  void plan(Plan plan) {
    named = plan.links();
  }

  /** The links that any service names, on any node. */
  SortedSet<String> named() {
    return named;
  }

  /** Whether any service names this link, on any node. */
  boolean areNamed(String link) {
    return named.contains(link);
  }

  /** Takes over what was seen of a link; what was known of it before, or null. */
  @Nullable LinkState put(LinkState link) {
    return states.put(link.name(), link);
  }

  void remove(String name) {
    states.remove(name);
  }

  @Nullable LinkState get(String name) {
    return states.get(name);
  }

  Collection<LinkState> all() {
    return Collections.unmodifiableCollection(states.values());
  }

  /** Whether one of them has this address. */
  boolean have(String mac) {
    return states.values().stream().anyMatch(link -> mac.equals(link.mac()));
  }

  int usable() {
    return (int) states.values().stream().filter(LinkState::usable).count();
  }

  /**
   * What the others are told of them: the names of the usable ones, and {@link
   * ServicePlan#ANY_LINK} if one of them is general. Also of those that no service names yet: a
   * service that is to use one of them from now on shall not wait, without an owner, until all have
   * heard of it. But not of general ones without an address, which come and go with each Pod; nor,
   * where they are too many, of general ones at all that no service names.
   */
  SortedSet<String> told() {
    SortedSet<String> told = told(true);
    return told.size() <= PeerMessage.LINKS_MAX ? told : told(false);
  }

  private SortedSet<String> told(boolean unnamed) {
    SortedSet<String> told = new TreeSet<>();
    for (LinkState link : states.values()) {
      boolean meant = !link.general() || areNamed(link.name()) || (unnamed && link.addressed());
      if (link.usable() && meant && PeerMessage.isLinkName(link.name())) {
        told.add(link.name());
      }
      if (link.usable() && link.general()) {
        told.add(ServicePlan.ANY_LINK);
      }
    }
    return told;
  }

  /** The usable links that each of the {@code told} names stands for. */
  SortedMap<String, SortedSet<String>> behind(SortedSet<String> told) {
    SortedMap<String, SortedSet<String>> behind = new TreeMap<>();
    for (String name : told) {
      SortedSet<String> links = new TreeSet<>();
      for (LinkState link : states.values()) {
        boolean meant = name.equals(ServicePlan.ANY_LINK) ? link.general() : isIt(link, name);
        if (meant && link.usable()) {
          links.add(link.name());
        }
      }
      behind.put(name, links);
    }
    return behind;
  }

  private static boolean isIt(LinkState link, String name) {
    return link.name().equals(name);
  }
}
