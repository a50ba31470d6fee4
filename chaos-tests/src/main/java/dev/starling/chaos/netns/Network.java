package dev.starling.chaos.netns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The machines and the switch between them: a bridge in a namespace of its own, a namespace for
 * each node and one for the client, each on a port of the bridge. Nothing of it is in the machine's
 * own network. {@link Remains} takes it away again.
 *
 * <p>Both service IPs are on the loopback of every node, and the kernels are told not to speak for
 * them. So each node can serve them, as it can with kube-proxy, and whom the client reaches is
 * decided by the speakers' frames alone.
 */
public final class Network {
  /** The name of the network card in each node and in the client. */
  public static final String CARD = "eth0";

  private static final String RULES =
      """
      table bridge lab {
        set mute {
          type ifname;
        }
        set island {
          type ifname;
        }
        chain in {
          type filter hook prerouting priority 0;
          iifname @mute drop
        }
        chain across {
          type filter hook forward priority 0;
          iifname @island oifname != @island drop
          iifname != @island oifname @island drop
        }
      }
      """;

  private final String prefix;
  private final Plan plan;

  private Network(String prefix, Plan plan) {
    this.prefix = prefix;
    this.plan = plan;
  }

  /** Builds the network of {@code plan} with names that begin with {@code prefix}. */
  public static Network build(String prefix, Plan plan) {
    Network network = new Network(prefix, plan);
    network.addSwitch();
    for (String node : plan.nodes()) {
      network.addMachine(node, Plan.macOf(node), Plan.ipv4Of(node), Plan.ipv6Of(node));
      network.addServiceIps(node);
    }
    network.addMachine("client", "02:77:00:00:00:fa", Plan.CLIENT_IPV4, Plan.CLIENT_IPV6);
    return network;
  }

  /** The namespace of a node. */
  public Namespace node(String node) {
    return new Namespace(prefix + "-" + node);
  }

  /** The namespace of the client. */
  public Namespace client() {
    return node("client");
  }

  /** Ready to pull the cable of a node: fire it with {@link #cut}. */
  public Command armPorts() {
    return Command.arm(List.of("ip", "-netns", switchName(), "-batch", "-"));
  }

  /** Ready to change the switch's rules: fire it with {@link #mute} or {@link #island}. */
  public Command armRules() {
    return Command.arm(new Namespace(switchName()).command(List.of("nft", "-f", "-")));
  }

  /** For {@link #armPorts}: the cable of {@code node} is pulled; both ends lose the carrier. */
  public static String cut(String node) {
    return "link set " + node + " down\n";
  }

  /** For {@link #armRules}: nothing that {@code node} sends arrives; it hears everything. */
  public static String mute(String node) {
    return "add element bridge lab mute { \"%s\" }\n".formatted(node);
  }

  /** For {@link #armRules}: {@code nodes} reach one another, and nobody else. */
  public static String island(Collection<String> nodes) {
    return "add element bridge lab island { %s }\n"
        .formatted(nodes.stream().map("\"%s\""::formatted).collect(Collectors.joining(", ")));
  }

  /** Puts every cable back and takes every rule away; returns the moment before. */
  public long heal() {
    try (Command ports = armPorts();
        Command rules = armRules()) {
      String up =
          plan.nodes().stream().map("link set %s up%n"::formatted).collect(Collectors.joining());
      long nanos = rules.fire("flush set bridge lab mute\nflush set bridge lab island\n");
      ports.fire(up);
      rules.finish();
      ports.finish();
      return nanos;
    }
  }

  private String switchName() {
    return prefix + "-switch";
  }

  private void addSwitch() {
    Command.run(List.of("ip", "netns", "add", switchName()));
    Command.run(
        List.of("ip", "-netns", switchName(), "-batch", "-"),
        """
        link add br0 type bridge forward_delay 0 stp_state 0 mcast_snooping 0
        link set br0 up
        """);
    Command.run(new Namespace(switchName()).command(List.of("nft", "-f", "-")), RULES);
  }

  private void addMachine(String machine, String mac, String ipv4, String ipv6) {
    Namespace namespace = node(machine);
    Command.run(List.of("ip", "netns", "add", namespace.name()));
    namespace.call(Network::setKernel);
    Command.run(
        List.of("ip", "-netns", switchName(), "-batch", "-"),
        """
        link add %1$s type veth peer name %2$s address %3$s netns %4$s
        link set %1$s master br0 up
        """
            .formatted(machine, CARD, mac, namespace.name()));
    Command.run(
        List.of("ip", "-netns", namespace.name(), "-batch", "-"),
        """
        link set lo up
        addr add %2$s/24 dev %1$s
        addr add %3$s/64 dev %1$s nodad
        link set %1$s up
        """
            .formatted(CARD, ipv4, ipv6));
  }

  private void addServiceIps(String node) {
    Command.run(
        List.of("ip", "-netns", node(node).name(), "-batch", "-"),
        """
        addr add %s/32 dev lo
        addr add %s/128 dev lo nodad
        """
            .formatted(plan.ipv4(), plan.ipv6()));
  }

  /** Runs inside the namespace, before it has a card: /proc/sys/net shows the caller's own. */
  private static Object setKernel() throws IOException {
    Path ipv4 = Path.of("/proc/sys/net/ipv4/conf/all");
    Path ipv6 = Path.of("/proc/sys/net/ipv6/conf");
    Files.writeString(ipv4.resolve("arp_ignore"), "1");
    Files.writeString(ipv4.resolve("arp_announce"), "2");
    for (String scope : List.of("all", "default")) {
      Files.writeString(ipv6.resolve(scope).resolve("disable_ipv6"), "0");
      Files.writeString(ipv6.resolve(scope).resolve("accept_dad"), "0");
      Files.writeString(ipv6.resolve(scope).resolve("dad_transmits"), "0");
      Files.writeString(ipv6.resolve(scope).resolve("accept_ra"), "0");
    }
    return List.of();
  }
}
