package dev.starling.speaker.loop;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.kube.plan.Unplanned;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Service IPs that are no service's on the links of this node, whoever has assigned them: its
 * gateways' and its own. To answer for a router would take the segment off the network.
 */
final class Barred {
  private static final Logger LOG = LoggerFactory.getLogger(Barred.class);
  private static final Map<Silence, String> REASONS =
      Map.of(Silence.IP_OF_GATEWAY, "ipOfGateway", Silence.IP_OF_LINK, "ipOfLink");

  private final SortedMap<String, Cut> cuts = new TreeMap<>();
  private SortedMap<ServiceIp, Silence> taken = new TreeMap<>();
  private volatile List<Unplanned> told = List.of();
  private volatile SortedMap<String, Silence> silences = Collections.emptySortedMap();

  /** What was left of a wish; kept, since a wish may have thousands of IPs. */
  private record Cut(LinkWish of, SortedSet<ServiceIp> out, LinkWish left) {}

  /**
   * Who answers for what without us.
   *
   * @param gateways the addresses of the default gateways
   * @param own the addresses of this node's links
   */
  void answered(Collection<InetAddress> gateways, Collection<InetAddress> own) {
    SortedMap<ServiceIp, Silence> next = new TreeMap<>();
    own.forEach(address -> next.put(new ServiceIp(address), Silence.IP_OF_LINK));
    gateways.forEach(address -> next.put(new ServiceIp(address), Silence.IP_OF_GATEWAY));
    taken = next;
  }

  /** What is left of the wish for a link. */
  LinkWish left(String link, LinkWish wish) {
    SortedSet<ServiceIp> out = new TreeSet<>();
    for (ServiceIp ip : taken.keySet()) {
      if (wish.ips().contains(ip)) {
        out.add(ip);
      }
    }
    if (out.isEmpty()) {
      cuts.remove(link);
      return wish;
    }
    Cut known = cuts.get(link);
    if (known != null && known.of.equals(wish) && known.out.equals(out)) {
      return known.left;
    }
    LinkWish left =
        new LinkWish(without(wish.ips(), out), without(wish.ownable(), out), wish.general());
    cuts.put(link, new Cut(wish, out, left));
    return left;
  }

  /** Forgets the links but these, and says once of each IP that it is not announced. */
  void tell(Collection<String> links) {
    cuts.keySet().retainAll(links);
    List<Unplanned> now = new ArrayList<>();
    SortedMap<String, Silence> why = new TreeMap<>();
    for (Map.Entry<String, Cut> cut : cuts.entrySet()) {
      for (ServiceIp ip : cut.getValue().out) {
        Silence silence = taken.getOrDefault(ip, Silence.IP_OF_LINK);
        String reason = REASONS.getOrDefault(silence, silence.name());
        now.add(new Unplanned(ip.text() + " on " + cut.getKey(), reason, "", true));
        why.put(ip.text(), silence);
      }
    }
    silences = Collections.unmodifiableSortedMap(why);
    List<Unplanned> before = told;
    if (!now.equals(before)) {
      now.stream()
          .filter(each -> !before.contains(each))
          .forEach(each -> LOG.warn("not announced: {}", each));
      told = Collections.unmodifiableList(now);
    }
  }

  /** What is not announced. May be asked on any thread. */
  List<Unplanned> told() {
    return told;
  }

  /** Why what is not announced is not, by the IP as text. May be asked on any thread. */
  SortedMap<String, Silence> silences() {
    return silences;
  }

  private static SortedSet<ServiceIp> without(SortedSet<ServiceIp> all, SortedSet<ServiceIp> out) {
    SortedSet<ServiceIp> left = new TreeSet<>(all);
    left.removeAll(out);
    return left;
  }
}
