package dev.starling.speaker.core;

import dev.starling.election.Eligibility;
import dev.starling.election.ServiceIp;
import dev.starling.election.Terms;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A service as wanted.
 *
 * @param name its name, for people
 * @param ips its IPs; no other service has one of them
 * @param key what all of its IPs are elected by, so that they have one owner; null for each IP by
 *     itself
 * @param eligibility who may own them, and on which links; one may serve many services
 * @param unique whether a side without a majority stays silent
 * @param why why a node is not eligible, in a word, by node; a node may be missing. Not copied:
 *     nobody may change it, and one may serve many services
 */
public record ServicePlan(
    String name,
    SortedSet<ServiceIp> ips,
    @Nullable ServiceIp key,
    Eligibility eligibility,
    boolean unique,
    SortedMap<String, String> why) {
  /** Stands among {@link Terms#links} for every link with {@link LinkState#general}. */
  public static final String ANY_LINK = "*";

  /** Copies the IPs. */
  public ServicePlan {
    ips = Collections.unmodifiableSortedSet(new TreeSet<>(ips));
  }

  /** One whose IPs are elected by themselves, on the same terms everywhere. */
  public static ServicePlan alike(
      String name,
      SortedSet<ServiceIp> ips,
      SortedSet<String> links,
      @Nullable SortedSet<String> nodes,
      boolean unique) {
    return new ServicePlan(
        name, ips, null, Eligibility.alike(nodes, links), unique, Collections.emptySortedMap());
  }

  /** The IP that {@code ip} is elected by. */
  ServiceIp keyOf(ServiceIp ip) {
    return key == null ? ip : key;
  }

  /** The names of the links that it is wanted on at {@code node}; empty if not at all. */
  SortedSet<String> linksOf(String node) {
    Terms terms = eligibility.of(node);
    return terms == null ? Collections.emptySortedSet() : terms.links();
  }

  /** The policy's name, as configuration spells it. */
  String policy() {
    return unique ? "unique" : "available";
  }
}
