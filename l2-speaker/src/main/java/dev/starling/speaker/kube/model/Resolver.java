package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.ObjectFault.Kind;
import dev.starling.speaker.kube.model.Pools.Pool;
import dev.starling.speaker.kube.model.Reach.KnownNode;
import dev.starling.speaker.kube.model.Snapshot.MetalLb;
import dev.starling.speaker.kube.model.Verdict.Announced;
import dev.starling.speaker.kube.model.Verdict.Withheld;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns what is known of a cluster into a verdict on each Service, as MetalLB's speaker would.
 * Every speaker that has the same snapshot and rules gets the same.
 *
 * <p>Odd, and kept: neither readiness of a node, nor a cordon, nor load, nor history counts, unless
 * {@link NodeRules} says so. A node's interfaces are the union over all advertisements that select
 * it, so that one advertisement without interfaces undoes the choice of all others. And Services
 * that share an IP each decide for themselves, see {@link SharedIp}.
 *
 * <p>Different, since MetalLB would take everything away or answer wrongly: a faulty object loses
 * only its faulty part, where MetalLB keeps the last valid configuration as a whole, and has none
 * after a restart; an IP that no host may answer for is withheld, and one that an older Service has
 * and does not share; and interfaces are handed on by node, for the core to pass over a node that
 * has none of them. Different too, since the same snapshot must mean the same to a speaker that has
 * just started: a Service whose pool is removed is withheld, where a MetalLB speaker goes on with
 * what it had until it restarts.
 */
public final class Resolver {
  private static final String UNIQUE = "unique";
  private static final String AVAILABLE = "available";

  private final Rules rules;
  private final @Nullable String self;
  private final Faults faults = new Faults();
  private final Pools pools;
  private final List<Advertised> advertisements;
  private final Endpoints endpoints;
  private final SortedMap<String, KnownNode> nodes;
  private final List<Peer> peers;
  private final SortedSet<ServiceIp> hosts = new TreeSet<>();
  private final Map<String, List<Advertised>> adsByPool = new HashMap<>();
  private final Map<List<String>, Reach> reachByAds = new HashMap<>();
  private final Map<LocalReach, Reach> localReaches = new HashMap<>();
  private final SortedMap<ServiceIp, KubeService> holders = new TreeMap<>();
  private final Set<ServiceIp> announcedIps = new HashSet<>();
  private @Nullable NodeExclusion ownExclusion;

  private Resolver(Snapshot snapshot, Rules rules, @Nullable String self) {
    this.rules = rules;
    this.self = self;
    List<KubeNode> known = knownNodes(snapshot);
    MetalLb metalLb = Objects.requireNonNullElseGet(snapshot.metalLb(), this::fromOwnPools);
    pools = new Pools(metalLb.pools().values(), faults);
    advertisements =
        faults
            .limited(
                List.copyOf(metalLb.advertisements().values()),
                Limits.ADVERTISEMENTS,
                Kind.ADVERTISEMENT,
                "")
            .stream()
            .map(ad -> Advertised.of(ad, known, faults))
            .toList();
    for (Pool pool : pools.all()) {
      adsByPool.put(
          pool.name(), advertisements.stream().filter(ad -> ad.isFor(pool.object())).toList());
    }
    endpoints = new Endpoints(snapshot.endpoints());
    peers = Peers.of(snapshot.speakers(), known, faults);
    findHosts(known);
    nodes = withExclusions(known);
  }

  /** The verdict on every Service of {@code snapshot}, the same on every node. */
  static Resolution resolve(Snapshot snapshot, Rules rules) {
    return resolver(snapshot, rules, null);
  }

  /**
   * The verdict on every Service of {@code snapshot}, as {@code self} acts by it. A state of its
   * Node that excludes it is no exclusion here, but told in {@link Resolution#ownExclusion}: it is
   * to hand its IPs over as in a drain, and until then goes on. All others exclude it.
   */
  public static Resolution resolve(Snapshot snapshot, Rules rules, String self) {
    return resolver(snapshot, rules, self);
  }

  private static Resolution resolver(Snapshot snapshot, Rules rules, @Nullable String self) {
    Resolver resolver = new Resolver(snapshot, rules, self);
    SortedMap<ObjectName, Verdict> verdicts = new TreeMap<>();
    List<KubeService> byAge = new ArrayList<>(snapshot.services().values());
    byAge.sort(KubeService.BY_AGE);
    byAge.forEach(service -> verdicts.put(service.name(), resolver.verdictOn(service)));
    return new Resolution(
        verdicts,
        SharedIps.in(byAge, verdicts),
        resolver.peers,
        resolver.ownExclusion,
        resolver.faults.list());
  }

  /** The addresses that hosts answer for themselves. */
  private void findHosts(List<KubeNode> known) {
    for (Peer peer : peers) {
      addHost(peer.ipv4());
      addHost(peer.ipv6());
    }
    for (KubeNode node : known) {
      for (KubeNode.Address address : node.addresses()) {
        addHost(ServiceIp.parse(address.text()));
      }
    }
  }

  private void addHost(@Nullable ServiceIp host) {
    if (host != null) {
      hosts.add(host);
    }
  }

  private List<KubeNode> knownNodes(Snapshot snapshot) {
    List<KubeNode> known = new ArrayList<>();
    for (KubeNode node :
        faults.limited(List.copyOf(snapshot.nodes().values()), Limits.NODES, Kind.NODE, "")) {
      if (node.name().isEmpty() || node.name().length() > Limits.NAME_LENGTH) {
        faults.add(Kind.NODE, node.name(), FaultReason.NAME, "");
      } else {
        known.add(node);
      }
    }
    return known;
  }

  private SortedMap<String, KnownNode> withExclusions(List<KubeNode> known) {
    SortedMap<String, KnownNode> all = new TreeMap<>();
    for (Peer peer : peers) {
      all.put(peer.node(), new KnownNode(peer.node(), NodeExclusion.NO_NODE));
    }
    for (KubeNode node : known) {
      NodeExclusion exclusion = rules.nodes().exclusionOf(node);
      if (node.name().equals(self)) {
        ownExclusion = exclusion;
        exclusion = null;
      }
      all.put(node.name(), new KnownNode(node.name(), exclusion));
    }
    return Collections.unmodifiableSortedMap(all);
  }

  /** Each pool with an advertisement of its own, for every Service and on every node. */
  private MetalLb fromOwnPools() {
    SortedMap<String, AddressPool> own = new TreeMap<>();
    SortedMap<String, Advertisement> ads = new TreeMap<>();
    for (OwnPool pool : rules.pools()) {
      String name = pool.name();
      SortedMap<String, String> annotations = new TreeMap<>();
      annotations.put(rules.policyAnnotation(), pool.unique() ? UNIQUE : AVAILABLE);
      own.put(
          name, new AddressPool(name, Collections.emptySortedMap(), annotations, pool.addresses()));
      List<LabelSelector> none = List.of();
      ads.put(
          name,
          new Advertisement(name, List.of(name), none, none, none, pool.interfaces(), List.of()));
    }
    return new MetalLb(own, ads);
  }

  private Verdict verdictOn(KubeService service) {
    if (!service.isLoadBalancer()) {
      return withheld(WithheldReason.NOT_LOAD_BALANCER, service.type());
    }
    String loadBalancerClass = Objects.requireNonNullElse(service.loadBalancerClass(), "");
    if (!loadBalancerClass.equals(rules.loadBalancerClass())) {
      return withheld(WithheldReason.OTHER_CLASS, loadBalancerClass);
    }
    ObjectName name = service.name();
    if (name.namespace().length() > Limits.NAMESPACE_LENGTH
        || name.name().length() > Limits.NAME_LENGTH) {
      return withheld(WithheldReason.NAME_TOO_LONG, "");
    }
    if (service.ingress().isEmpty()) {
      return withheld(WithheldReason.NO_IP_ALLOCATED, "");
    }
    if (service.ingress().size() > Limits.IPS_OF_SERVICE) {
      return withheld(WithheldReason.TOO_MANY_IPS, String.valueOf(service.ingress().size()));
    }
    List<ServiceIp> ips = new ArrayList<>();
    for (String text : service.ingress()) {
      ServiceIp ip = ServiceIp.parse(text);
      if (ip == null) {
        return withheld(WithheldReason.INVALID_IP, text);
      }
      if (!ips.contains(ip)) {
        ips.add(ip);
      }
    }
    Pool pool = pools.having(ips);
    if (pool == null) {
      return withheld(WithheldReason.IP_NOT_ALLOWED, listed(ips));
    }
    Withheld refused = refusalOf(ips);
    if (refused == null) {
      refused = take(service, ips);
    }
    return refused != null ? refused : verdictOn(service, ips, pool);
  }

  private Verdict verdictOn(KubeService service, List<ServiceIp> ips, Pool pool) {
    if (!endpoints.areServable(service.name())) {
      return withheld(WithheldReason.NO_SERVABLE_ENDPOINT, "");
    }
    List<Advertised> ads =
        adsByPool.getOrDefault(pool.name(), List.of()).stream()
            .filter(ad -> ad.services().matches(service.labels()))
            .toList();
    if (SharedIps.isAllowed(service)
        && ads.stream().anyMatch(ad -> !ad.services().unconstrained())) {
      return withheld(WithheldReason.SHARED_IP_WITH_SERVICE_SELECTOR, "");
    }
    Reach reach = reachOf(service, ads);
    if (!reach.selectsNode()) {
      return new Withheld(WithheldReason.NO_MATCHING_ADVERTISEMENT, "", reach.excluded());
    }
    if (reach.candidates().isEmpty()) {
      return new Withheld(WithheldReason.NO_CANDIDATE, "", reach.excluded());
    }
    long more = ips.stream().filter(ip -> !announcedIps.contains(ip)).count();
    if (announcedIps.size() + more > Limits.IPS) {
      return withheld(WithheldReason.TOO_MANY_SERVICES, "");
    }
    announcedIps.addAll(ips);
    boolean unique = isUnique(service, pool.object());
    return new Announced(pool.name(), ips, reach.candidates(), reach.excluded(), unique);
  }

  /** One for all Services that are alike: there are many, and each has a map of all nodes. */
  private Reach reachOf(KubeService service, List<Advertised> ads) {
    List<String> names = ads.stream().map(ad -> ad.object().name()).toList();
    Reach reach = reachByAds.computeIfAbsent(names, _ -> Reach.of(ads, nodes));
    if (!service.isLocal() || !reach.selectsNode()) {
      return reach;
    }
    SortedSet<String> local = endpoints.nodesOf(service.name());
    return localReaches.computeIfAbsent(new LocalReach(names, local), _ -> reach.local(local));
  }

  private boolean isUnique(KubeService service, AddressPool pool) {
    String own = policy(service.annotations(), Kind.SERVICE, service.name().toString());
    String policy = own != null ? own : policy(pool.annotations(), Kind.POOL, pool.name());
    return UNIQUE.equals(policy);
  }

  private @Nullable String policy(SortedMap<String, String> annotations, Kind kind, String name) {
    String policy = annotations.get(rules.policyAnnotation());
    if (policy == null || policy.equals(UNIQUE) || policy.equals(AVAILABLE)) {
      return policy;
    }
    faults.add(kind, name, FaultReason.POLICY, policy);
    return null;
  }

  private @Nullable Withheld refusalOf(List<ServiceIp> ips) {
    for (ServiceIp ip : ips) {
      if (ip.address().isLoopbackAddress()
          || ip.address().isMulticastAddress()
          || ip.address().isAnyLocalAddress()
          || ip.text().equals("255.255.255.255")) {
        return withheld(WithheldReason.UNUSABLE_IP, ip.text());
      }
      if (hosts.contains(ip)) {
        return withheld(WithheldReason.IP_OF_NODE, ip.text());
      }
    }
    return null;
  }

  /**
   * Takes the IPs for a Service, unless an older one has one of them for itself: a newcomer takes
   * nothing from who is there. Whether the older one is announced at the moment is of no account,
   * or the IP would go to and fro with its endpoints.
   */
  private @Nullable Withheld take(KubeService service, List<ServiceIp> ips) {
    for (ServiceIp ip : ips) {
      KubeService holder = holders.get(ip);
      if (holder != null && !SharedIps.mayShare(holder, service)) {
        return withheld(WithheldReason.IP_TAKEN, ip.text() + " of " + holder.name());
      }
    }
    ips.forEach(ip -> holders.putIfAbsent(ip, service));
    return null;
  }

  private record LocalReach(List<String> ads, SortedSet<String> nodes) {}

  private static String listed(List<ServiceIp> ips) {
    return ips.stream().map(ServiceIp::text).collect(Collectors.joining(", "));
  }

  private static Withheld withheld(WithheldReason reason, String text) {
    return new Withheld(reason, text, Collections.emptySortedMap());
  }
}
