package dev.starling.speaker.core;

import dev.starling.election.Election;
import dev.starling.election.NodeFacts;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whom a drain waits for: those who take over what this speaker gives up. Anybody else may be out
 * of reach, and to wait for him would leave two owners until he is given up.
 */
final class Heirs {
  private final String node;
  private SortedMap<String, NodeFacts> facts = new TreeMap<>();
  private SortedMap<ServiceIp, String> owners = new TreeMap<>();
  private SortedSet<String> nodes = new TreeSet<>();
  private boolean anybody;

  Heirs(String node) {
    this.node = node;
  }

  /**
   * Who has to confirm what {@code own} wants before it is in effect. Where it is no drain, that is
   * everybody; so it is where nobody is known to take over, for then who does may be known to
   * others.
   */
  List<MemberId> of(Roster roster, OwnDescription own, Ownership ownership) {
    List<MemberId> others = roster.others();
    if (!own.isHandingOver()) {
      return others;
    }
    elect(roster.facts(own.wanted()), ownership);
    return anybody
        ? others
        : others.stream()
            .filter(member -> !roster.knows(member) || nodes.contains(roster.nameOf(member)))
            .toList();
  }

  /* Asked in each step of a drain, and each confirmation is one. */
  private void elect(SortedMap<String, NodeFacts> now, Ownership ownership) {
    if (facts.equals(now) && owners.equals(ownership.owners())) {
      return;
    }
    facts = now;
    owners = ownership.owners();
    SortedSet<String> found = new TreeSet<>();
    boolean missing = false;
    for (Ownership.Wanted want : ownership.wanted().values()) {
      if (node.equals(owners.get(want.ip()))) {
        String heir = Election.owner(want.demand(), want.order(), now);
        if (heir == null) {
          missing = true;
        } else {
          found.add(heir);
        }
      }
    }
    nodes = found;
    anybody = missing;
  }
}
