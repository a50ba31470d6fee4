package dev.starling.speaker.core;

import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.arpndp.responder.Announcements;
import dev.starling.election.NodeFacts;
import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Members, views, links, IPs and services in short. */
final class Cast {
  /** One millisecond. */
  static final long MILLI_NANOS = 1_000_000;

  static final String ETH0 = "eth0";
  static final Description GOOD = new Description(true, false, setOf(ETH0));

  /** Says yes to everything. */
  static final Ownership.Gate OPEN = (ip, owner, previous, claimable) -> true;

  private Cast() {}

  static SortedSet<String> setOf(String... names) {
    return new TreeSet<>(Arrays.asList(names));
  }

  /** The first round of these IPv4 addresses: every IP's first frame comes before any second. */
  static Effect.Announce announce(String link, ServiceIp... ips) {
    List<AnnouncementSchedule.Due<ServiceIp>> items = new ArrayList<>();
    for (Announcements.Part part : List.of(Announcements.Part.FIRST, Announcements.Part.REST)) {
      for (ServiceIp ip : ips) {
        items.add(new AnnouncementSchedule.Due<>(ip, part));
      }
    }
    return new Effect.Announce(link, items);
  }

  /** The first life on that node. */
  static MemberId member(String node) {
    return MemberId.of(node, 7L << 32);
  }

  static List<MemberId> members(String... nodes) {
    return Arrays.stream(nodes).map(Cast::member).toList();
  }

  /** The members of {@code nodes}, made by the first of them. */
  static View view(long sequence, String... nodes) {
    return viewOf(sequence, members(nodes), List.of());
  }

  static View viewOf(long sequence, List<MemberId> members, List<List<MemberId>> subgroups) {
    return new View(new ViewId(members.getFirst(), sequence), members, subgroups);
  }

  static LinkState link(String name, boolean usable, boolean witness) {
    return new LinkState(
        name, true, usable, usable, usable, "02:00:00:00:00:01", 2, witness, 0, false, false);
  }

  /** An IPv4 address for which the election prefers {@code order}, in this order. */
  static ServiceIp ipOf(String... order) {
    return ipsOf(1, order).first();
  }

  /** {@code count} such addresses, the lowest there are. */
  static SortedSet<ServiceIp> ipsOf(int count, String... order) {
    SortedSet<ServiceIp> ips = new TreeSet<>();
    for (int i = 1; ips.size() < count; i++) {
      ServiceIp ip = ServiceIp.of("10.0." + i / 256 + "." + i % 256);
      if (Rendezvous.order(ip, List.of(order)).equals(List.of(order))) {
        ips.add(ip);
      }
    }
    return ips;
  }

  static ServicePlan service(boolean unique, ServiceIp... ips) {
    return serviceOn(setOf(ETH0), unique, ips);
  }

  static ServicePlan serviceOn(SortedSet<String> links, boolean unique, ServiceIp... ips) {
    return ServicePlan.alike(
        unique ? "lock" : "web", new TreeSet<>(Arrays.asList(ips)), links, null, unique);
  }

  static Plan plan(SortedSet<String> expected, ServicePlan... services) {
    return new Plan(expected, List.of(services), false);
  }

  /** That all of {@code nodes} are members, settled and usable. */
  static SortedMap<String, NodeFacts> facts(String... nodes) {
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    for (String node : nodes) {
      facts.put(node, new NodeFacts(node, true, true, false, setOf(ETH0)));
    }
    return facts;
  }

  static PeerMessage.Described said(long sequence, View view, Description description) {
    return new PeerMessage.Described(sequence, view.id(), description, true);
  }
}
