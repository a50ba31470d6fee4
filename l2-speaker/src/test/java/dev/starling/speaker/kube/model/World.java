package dev.starling.speaker.kube.model;

import dev.starling.speaker.kube.model.Advertisement.Preference;
import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import dev.starling.speaker.kube.model.LabelSelector.Requirement;
import dev.starling.speaker.kube.model.Snapshot.MetalLb;
import dev.starling.speaker.kube.model.Verdict.Announced;
import dev.starling.speaker.kube.model.Verdict.Withheld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A cluster to be put together in a test, all of it in namespace {@code default}. */
final class World {
  final List<KubeService> services = new ArrayList<>();
  final List<KubeEndpoints> endpoints = new ArrayList<>();
  final List<KubeNode> nodes = new ArrayList<>();
  final List<SpeakerPod> speakers = new ArrayList<>();
  final List<AddressPool> pools = new ArrayList<>();
  final List<Advertisement> ads = new ArrayList<>();
  Rules rules = Rules.DEFAULTS;
  boolean metalLb = true;

  /** Nodes without labels, and a pool {@code default} of 10.20.30.0/24 and 1000::/112. */
  static World of(String... nodes) {
    World world = new World();
    for (String node : nodes) {
      world.nodes.add(node(node));
    }
    world.pools.add(pool("default", "10.20.30.0/24", "1000::/112"));
    return world;
  }

  World ad(Advertisement... more) {
    ads.addAll(Arrays.asList(more));
    return this;
  }

  World service(KubeService service, Endpoint... of) {
    services.add(service);
    endpoints.add(new KubeEndpoints(service.name(), List.of(of)));
    return this;
  }

  World set(KubeNode node) {
    nodes.removeIf(each -> each.name().equals(node.name()));
    nodes.add(node);
    return this;
  }

  Snapshot snapshot() {
    MetalLb objects =
        new MetalLb(
            Snapshot.byName(pools, AddressPool::name), Snapshot.byName(ads, Advertisement::name));
    return new Snapshot(
        Snapshot.byName(services, KubeService::name),
        endpoints,
        Snapshot.byName(nodes, KubeNode::name),
        Snapshot.byName(speakers, SpeakerPod::name),
        metalLb ? objects : null);
  }

  Resolution resolve() {
    return Resolver.resolve(snapshot(), rules);
  }

  Verdict verdict(String service) {
    Verdict verdict = resolve().services().get(new ObjectName("default", service));
    if (verdict == null) {
      throw new AssertionError("no verdict on " + service);
    }
    return verdict;
  }

  Announced announced(String service) {
    if (verdict(service) instanceof Announced announced) {
      return announced;
    }
    throw new AssertionError(service + " is not announced: " + verdict(service));
  }

  Withheld withheld(String service) {
    if (verdict(service) instanceof Withheld withheld) {
      return withheld;
    }
    throw new AssertionError(service + " is announced: " + verdict(service));
  }

  /** MetalLB's word for why nobody announces it. */
  String reason(String service) {
    return withheld(service).reason().word();
  }

  /** The owner if all candidates live, or null if nobody announces. */
  @Nullable String owner(String service) {
    return verdict(service) instanceof Announced announced ? announced.order().getFirst() : null;
  }

  static KubeNode node(String name, String... labels) {
    return new KubeNode(name, map(labels), map(), map(), new TreeSet<>(), false, List.of());
  }

  /** A node at addresses, each a type and a text. */
  static KubeNode at(String name, String... addresses) {
    List<KubeNode.Address> all =
        Arrays.stream(addresses)
            .map(each -> new KubeNode.Address(each.split(" ", 2)[0], each.split(" ", 2)[1]))
            .toList();
    return new KubeNode(name, map(), map(), map(), new TreeSet<>(), false, all);
  }

  /** A Service that shares its IPs under a key; empty for none. */
  static KubeService sharing(String name, String created, String key, String... ips) {
    return new KubeService(
        new ObjectName("default", name),
        "uid-" + name,
        created,
        "LoadBalancer",
        null,
        "Cluster",
        map(),
        map("metallb.io/allow-shared-ip", key),
        List.of(ips));
  }

  static KubeNode withCondition(String name, String type, String status) {
    return new KubeNode(name, map(), map(), map(type, status), new TreeSet<>(), false, List.of());
  }

  static AddressPool pool(String name, String... addresses) {
    return new AddressPool(name, map(), map(), List.of(addresses));
  }

  static KubeService cluster(String name, String... ips) {
    return service(name, "Cluster", map(), map(), ips);
  }

  static KubeService local(String name, String... ips) {
    return service(name, "Local", map(), map(), ips);
  }

  static KubeService service(
      String name,
      String policy,
      SortedMap<String, String> labels,
      SortedMap<String, String> annotations,
      String... ips) {
    return new KubeService(
        new ObjectName("default", name),
        "uid-" + name,
        "",
        "LoadBalancer",
        null,
        policy,
        labels,
        annotations,
        List.of(ips));
  }

  static Endpoint ready(String node) {
    return new Endpoint(node, true, null);
  }

  static Endpoint notReady(String node) {
    return new Endpoint(node, false, null);
  }

  /** One that has all defaults. */
  static Advertisement everything(String name) {
    return new Ad(name).build();
  }

  /** Chooses the node of this name by a label that {@link #named} gives. */
  static LabelSelector host(String name) {
    return labels("host", name);
  }

  static KubeNode named(String name) {
    return node(name, "host", name);
  }

  static LabelSelector labels(String... labels) {
    return new LabelSelector(map(labels), List.of());
  }

  static LabelSelector expression(String key, String operator, String... values) {
    return new LabelSelector(map(), List.of(new Requirement(key, operator, List.of(values))));
  }

  static SortedMap<String, String> map(String... keysAndValues) {
    SortedMap<String, String> map = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return Collections.unmodifiableSortedMap(map);
  }

  /** An advertisement to be put together. */
  static final class Ad {
    private final String name;
    private List<String> pools = List.of();
    private List<LabelSelector> poolSelectors = List.of();
    private List<LabelSelector> nodes = List.of();
    private List<LabelSelector> services = List.of();
    private List<String> interfaces = List.of();
    private final List<Preference> preferences = new ArrayList<>();

    Ad(String name) {
      this.name = name;
    }

    Ad pools(String... names) {
      pools = List.of(names);
      return this;
    }

    Ad poolSelectors(LabelSelector... selectors) {
      poolSelectors = List.of(selectors);
      return this;
    }

    /** On the nodes of these names, which must be made by {@link World#named}. */
    Ad on(String... hosts) {
      nodes = Arrays.stream(hosts).map(World::host).toList();
      return this;
    }

    Ad nodes(LabelSelector... selectors) {
      nodes = List.of(selectors);
      return this;
    }

    Ad services(LabelSelector... selectors) {
      services = List.of(selectors);
      return this;
    }

    Ad interfaces(String... names) {
      interfaces = List.of(names);
      return this;
    }

    Ad prefer(int weight, LabelSelector selector) {
      preferences.add(new Preference(weight, selector));
      return this;
    }

    Ad prefer(Map<String, Integer> weightByHost) {
      new TreeMap<>(weightByHost).forEach((host, weight) -> prefer(weight, host(host)));
      return this;
    }

    Advertisement build() {
      return new Advertisement(
          name, pools, poolSelectors, nodes, services, interfaces, preferences);
    }
  }
}
