package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A whole cluster: a control plane and nodes, each in a network namespace of its own, on the lab's
 * switch with its client. The cables can be cut and the power taken. Closing it leaves nothing
 * behind; so does the end of this JVM in any way. Needs root.
 */
public final class KubeCluster implements AutoCloseable {
  /** The number of the control plane's machine on the lab's network. */
  private static final int CONTROL = 240;

  private final KubeFolder folder;
  private final Plan plan;
  private final Network network;
  private final ControlPlane plane;
  private final SortedMap<String, KubeNode> nodes;

  private KubeCluster(KubeClusterSetup setup, KubeFolder folder) {
    this.folder = folder;
    this.plan = Plan.of(setup.nodes());
    // Written before they are made: the sweeper then knows them whatever happens.
    folder.write("namespaces", names(setup.prefix()));
    this.network = Network.build(setup.prefix(), plan);
    Namespace control = network.attach("control", CONTROL);
    this.plane =
        ControlPlane.start(
            setup.plane().withControllers().in(control, Plan.ipv4Of(CONTROL)), folder);
    List<Path> images = new ArrayList<>(setup.images());
    images.add(Images.pause(setup.plane().tools(), folder.path()));
    SortedMap<String, KubeNode> all = new TreeMap<>();
    for (String node : plan.nodes()) {
      route(node);
      all.put(
          node,
          new KubeNode(
              plane,
              new NodeSetup(
                  node,
                  network.node(node),
                  List.of(Plan.ipv4Of(node), Plan.ipv6Of(node)),
                  List.of(podRangeIpv4(node), podRangeIpv6(node)),
                  true,
                  images)));
    }
    this.nodes = Collections.unmodifiableSortedMap(all);
  }

  /** Starts one and waits until every node is ready. */
  public static KubeCluster start(KubeClusterSetup setup) {
    KubeFolder folder = KubeFolder.make(setup.plane().tools());
    try {
      KubeCluster cluster = new KubeCluster(setup, folder);
      cluster.nodes.values().forEach(KubeNode::boot);
      cluster.nodes.values().forEach(KubeNode::awaitReady);
      return cluster;
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Who has which address. */
  public Plan plan() {
    return plan;
  }

  /** The switch and the cables. */
  public Network network() {
    return network;
  }

  /** The control plane. */
  public ControlPlane plane() {
    return plane;
  }

  /** The nodes by name. */
  public SortedMap<String, KubeNode> nodes() {
    return nodes;
  }

  /** A node. */
  public KubeNode node(String name) {
    KubeNode node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("there is no node " + name);
    }
    return node;
  }

  /** Takes the power from a node and its cable from the switch; returns the moment before. */
  public long powerOff(String name) {
    long nanos = network.onSwitch(Network.cut(name));
    node(name).powerOff();
    return nanos;
  }

  /** Gives a node its cable and power back; returns the moment before. */
  public long boot(String name) {
    network.onSwitch(Network.join(name));
    return node(name).boot();
  }

  /** Ends everything and removes it. */
  @Override
  public void close() {
    folder.close();
  }

  private String names(String prefix) {
    return Stream.concat(plan.nodes().stream(), Stream.of("switch", "client", "control"))
        .map(machine -> prefix + "-" + machine + "\n")
        .reduce("", String::concat);
  }

  /** The lab's nodes have the service IPs on their loopbacks; here that is for kube-proxy. */
  private void route(String node) {
    StringBuilder lines = new StringBuilder();
    lines.append("addr del %s/32 dev lo%n".formatted(plan.ipv4()));
    lines.append("addr del %s/128 dev lo%n".formatted(plan.ipv6()));
    lines.append("route add default via %s%n".formatted(Plan.ipv4Of(CONTROL)));
    lines.append("route add ::/0 via %s%n".formatted(Plan.ipv6Of(CONTROL)));
    for (String other : plan.nodes()) {
      if (!other.equals(node)) {
        lines.append("route add %s via %s%n".formatted(podRangeIpv4(other), Plan.ipv4Of(other)));
        lines.append("route add %s via %s%n".formatted(podRangeIpv6(other), Plan.ipv6Of(other)));
      }
    }
    network.node(node).ip(lines.toString());
  }

  private static String podRangeIpv4(String node) {
    return "10.244." + Plan.number(node) + ".0/24";
  }

  private static String podRangeIpv6(String node) {
    return "fd24:0:0:" + Plan.number(node) + "::/64";
  }
}
