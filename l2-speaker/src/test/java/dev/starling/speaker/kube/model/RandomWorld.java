package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.expression;
import static dev.starling.speaker.kube.model.World.labels;
import static dev.starling.speaker.kube.model.World.map;
import static dev.starling.speaker.kube.model.World.pool;

import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import dev.starling.speaker.kube.model.World.Ad;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Small clusters by chance, in which everything that matters happens often. */
final class RandomWorld {
  /** Those of a row are in one pool, but for those of the last. */
  private static final String[][] IPS = {
    {"10.0.0.1", "10.0.0.2"},
    {"10.0.1.1", "2001:db8::1", "10.0.1.2", "2001:db8::2"},
    {"10.0.0.1", "10.0.1.1", "10.0.2.1", "junk", ""}
  };

  private static final String[] INTERFACES = {"eth0", "eth1", "bond0", "a/b"};

  private final Random random;

  /** Whether Services share IPs, by the one key, which goes with no advertisement for some only. */
  private final boolean sharing;

  RandomWorld(long seed) {
    random = new Random(seed);
    sharing = seed % 2 == 0;
  }

  World make() {
    World world = new World();
    world.rules =
        new Rules(
            "",
            new NodeRules(random.nextInt(4) == 0, maybe(), maybe(), maybe(), "drain"),
            "policy",
            List.of());
    int nodes = 1 + random.nextInt(5);
    for (int i = 0; i < nodes; i++) {
      world.nodes.add(node("n" + i));
      if (random.nextInt(4) != 0) {
        world.speakers.add(new SpeakerPod("pod" + i, "n" + i, "192.0.2." + i, "Running"));
      }
    }
    world.speakers.add(new SpeakerPod("pod-ghost", "ghost", "10.0.2.1", "Running"));
    world.pools.add(new AddressPool("one", someLabels(), map(), List.of("10.0.0.0/24")));
    world.pools.add(
        new AddressPool("two", someLabels(), map(), List.of("10.0.1.0-10.0.2.9", "2001:db8::/64")));
    world.pools.add(pool("three", "10.0.0.2/32", "bad"));
    int ads = random.nextInt(6);
    for (int i = 0; i < ads; i++) {
      world.ad(ad("ad" + i));
    }
    int services = 1 + random.nextInt(5);
    for (int i = 0; i < services; i++) {
      world.service(service("s" + i), endpoints());
      if (maybe()) {
        world.endpoints.add(
            new KubeEndpoints(new ObjectName("default", "s" + i), List.of(endpoints())));
      }
    }
    return world;
  }

  private KubeNode node(String name) {
    SortedMap<String, String> conditions = new TreeMap<>();
    if (random.nextInt(8) == 0) {
      conditions.put("NetworkUnavailable", maybe() ? "True" : "Unknown");
    }
    if (maybe()) {
      conditions.put("Ready", random.nextInt(8) == 0 ? "Unknown" : "True");
    }
    SortedMap<String, String> labels = new TreeMap<>(someLabels());
    if (random.nextInt(8) == 0) {
      labels.put("node.kubernetes.io/exclude-from-external-load-balancers", "");
    }
    TreeSet<String> taints = new TreeSet<>();
    if (random.nextInt(8) == 0) {
      taints.add("node.kubernetes.io/out-of-service");
    }
    return new KubeNode(
        name,
        labels,
        random.nextInt(8) == 0 ? map("drain", "true") : map(),
        conditions,
        taints,
        random.nextInt(8) == 0,
        List.of());
  }

  private Advertisement ad(String name) {
    Ad ad = new Ad(name);
    if (maybe()) {
      ad.pools(maybe() ? "one" : "two", "ghost");
    }
    ad.poolSelectors(random.nextInt(4) != 0 ? new LabelSelector[0] : selectors());
    ad.nodes(maybe() ? new LabelSelector[0] : selectors());
    ad.services(sharing || random.nextInt(3) != 0 ? new LabelSelector[0] : selectors());
    if (maybe()) {
      ad.interfaces(INTERFACES[random.nextInt(4)], INTERFACES[random.nextInt(4)]);
    }
    for (LabelSelector selector : selectors()) {
      ad.prefer(random.nextInt(103) - 1, selector);
    }
    return ad.build();
  }

  private LabelSelector[] selectors() {
    List<LabelSelector> selectors = new ArrayList<>();
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      selectors.add(
          switch (random.nextInt(6)) {
            case 0 -> labels("x", value());
            case 1 -> expression("x", "In", value(), "z");
            case 2 -> expression("y", "NotIn", value());
            case 3 -> expression("y", "Exists");
            case 4 -> expression("x", "DoesNotExist");
            default -> expression("x", "Bad");
          });
    }
    return selectors.toArray(new LabelSelector[0]);
  }

  private KubeService service(String name) {
    List<String> ips = new ArrayList<>();
    String[] row = IPS[random.nextInt(8) == 0 ? 2 : random.nextInt(2)];
    int count = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      ips.add(row[random.nextInt(row.length)]);
    }
    SortedMap<String, String> annotations = new TreeMap<>();
    if (sharing ? random.nextInt(8) != 0 : random.nextInt(4) == 0) {
      annotations.put("metallb.io/allow-shared-ip", sharing ? "key" : "");
    }
    if (random.nextInt(4) == 0) {
      annotations.put("policy", maybe() ? "unique" : "odd");
    }
    return new KubeService(
        new ObjectName("default", name),
        "uid-" + name,
        maybe() ? "2026-11-30T05:20:31Z" : "2026-11-30T05:20:30Z",
        random.nextInt(8) == 0 ? "ClusterIP" : "LoadBalancer",
        random.nextInt(8) == 0 ? "other" : null,
        maybe() ? "Local" : "Cluster",
        someLabels(),
        annotations,
        ips);
  }

  private Endpoint[] endpoints() {
    Endpoint[] endpoints = new Endpoint[random.nextInt(6)];
    for (int i = 0; i < endpoints.length; i++) {
      endpoints[i] =
          new Endpoint(
              random.nextInt(8) == 0 ? null : "n" + random.nextInt(5),
              maybe() ? null : maybe(),
              maybe() ? null : maybe());
    }
    return endpoints;
  }

  private SortedMap<String, String> someLabels() {
    return switch (random.nextInt(4)) {
      case 0 -> map();
      case 1 -> map("x", value());
      case 2 -> map("y", value());
      default -> map("x", value(), "y", value());
    };
  }

  private String value() {
    return maybe() ? "a" : "b";
  }

  private boolean maybe() {
    return random.nextBoolean();
  }
}
