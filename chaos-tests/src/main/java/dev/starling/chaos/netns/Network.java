package dev.starling.chaos.netns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /** The name of a node's card on the network behind. */
  public static final String BACK_CARD = "eth1";

  private static final String RULES =
      """
      table bridge lab {
        set mute {
          type ifname;
        }
        set deaf {
          type ifname;
        }
        set lossy {
          type ifname;
        }
        set island {
          type ifname;
        }
        set broken {
          type ifname . ifname;
        }
        chain in {
          type filter hook prerouting priority 0;
          iifname @mute drop
          iifname @lossy numgen random mod 100 < 20 drop
        }
        chain across {
          type filter hook forward priority 0;
          oifname @deaf drop
          iifname . oifname @broken drop
          iifname @island oifname != @island drop
          iifname != @island oifname @island drop
        }
      }
      """;

  private static final String FLUSH =
      Stream.of("mute", "deaf", "lossy", "island", "broken")
          .map("flush set bridge lab %s%n"::formatted)
          .collect(Collectors.joining());

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
      network.attach(node, Plan.number(node));
      network.addServiceIps(node);
    }
    network.attach("client", Plan.CLIENT);
    return network;
  }

  /** Gives each node a second card, on a network of its own that carries no service IP. */
  public void addNetworkBehind() {
    onSwitch("link add back0 type bridge forward_delay 0 stp_state 0 mcast_snooping 0\n");
    onSwitch("link set back0 up\n");
    for (String node : plan.nodes()) {
      Namespace namespace = node(node);
      onSwitch(
          """
          link add name %1$s type veth peer name %2$s netns %3$s
          link set %1$s master back0 up
          """
              .formatted(backPort(node), BACK_CARD, namespace.name()));
      namespace.ip(
          """
          addr add %2$s/16 dev %1$s
          link set %1$s up
          """
              .formatted(BACK_CARD, Plan.backIpv4Of(node)));
    }
  }

  /** The namespace of a node. */
  public Namespace node(String node) {
    return new Namespace(prefix + "-" + node);
  }

  /** The namespace of the client. */
  public Namespace client() {
    return node("client");
  }

  /** The namespace of the switch. */
  public Namespace switchNamespace() {
    return node("switch");
  }

  /** The switch's port to {@code node} on the network behind. */
  public static String backPort(String node) {
    return node + "b";
  }

  /** Ready to pull the cable of a node: fire it with {@link #cut}. */
  public Command armPorts() {
    return Command.arm(List.of("ip", "-netns", switchNamespace().name(), "-batch", "-"));
  }

  /** Ready to change the switch's rules: fire it with {@link #mute}, {@link #island} and so on. */
  public Command armRules() {
    return Command.arm(switchNamespace().command(List.of("nft", "-f", "-")));
  }

  /** For {@link #armPorts}: the cable of {@code node} is pulled; both ends lose the carrier. */
  public static String cut(String node) {
    return "link set " + node + " down\n";
  }

  /** For {@link #armPorts}: the cable of {@code node} is put back. */
  public static String join(String node) {
    return "link set " + node + " up\n";
  }

  /** For {@link #armRules}: nothing that {@code node} sends arrives; it hears everything. */
  public static String mute(String node) {
    return add("mute", quoted(node));
  }

  /** For {@link #armRules}: {@code node} hears nothing; what it sends arrives. */
  public static String deafen(String node) {
    return add("deaf", quoted(node));
  }

  /** For {@link #armRules}: a fifth of all frames that {@code nodes} send is lost, at random. */
  public static String lose(Collection<String> nodes) {
    return add("lossy", quoted(nodes));
  }

  /** For {@link #armRules}: {@code nodes} reach one another, and nobody else. */
  public static String island(Collection<String> nodes) {
    return add("island", quoted(nodes));
  }

  /** For {@link #armRules}: no frame gets from {@code a} to {@code b}, nor back. */
  public static String part(String a, String b) {
    return add("broken", "\"%1$s\" . \"%2$s\", \"%2$s\" . \"%1$s\"".formatted(a, b));
  }

  /** Changes the switch's rules at once and returns the moment before. */
  public long rule(String rules) {
    try (Command command = armRules()) {
      long nanos = command.fire(rules);
      command.finish();
      return nanos;
    }
  }

  /** Changes the switch's ports at once and returns the moment before. */
  public long onSwitch(String commands) {
    try (Command command = armPorts()) {
      long nanos = command.fire(commands);
      command.finish();
      return nanos;
    }
  }

  /** From now on each frame to a node's own address arrives a second time, at least. */
  public void duplicate() {
    String ports =
        plan.nodes().stream()
            .map(node -> "%s : \"%s\"".formatted(Plan.macOf(node), node))
            .collect(Collectors.joining(", "));
    String chains =
        plan.nodes().stream()
            .map(
                node ->
                    """
                    chain from_%1$s {
                      type filter hook ingress device "%1$s" priority 0;
                      ether daddr @own dup to ether daddr map { %2$s }
                    }
                    """
                        .formatted(node, ports))
            .collect(Collectors.joining());
    String own = plan.nodes().stream().map(Plan::macOf).collect(Collectors.joining(", "));
    rule(
        "table netdev twice {%nset own { type ether_addr; elements = { %s } }%n%s}%n"
            .formatted(own, chains));
  }

  /**
   * From now on the switch forwards IPv6 multicast only to those who joined the group (MLD
   * snooping, RFC 4541), as many a switch does once it hears a querier; this one asks every second.
   */
  public void snoop() {
    onSwitch(
        "link set br0 type bridge mcast_snooping 1 mcast_querier 1 mcast_query_interval 100"
            + " mcast_query_response_interval 50 mcast_startup_query_interval 50\n");
  }

  /** Ends {@link #snoop}. */
  public void snoopNoMore() {
    onSwitch("link set br0 type bridge mcast_snooping 0 mcast_querier 0\n");
  }

  /** Ends {@link #duplicate}. */
  public void duplicateNoMore() {
    rule("delete table netdev twice\n");
  }

  /** Puts every cable back and takes every rule away; returns the moment before. */
  public long heal() {
    try (Command ports = armPorts();
        Command rules = armRules()) {
      String up = plan.nodes().stream().map(Network::join).collect(Collectors.joining());
      long nanos = rules.fire(FLUSH);
      ports.fire(up);
      rules.finish();
      ports.finish();
      return nanos;
    }
  }

  /** Attaches a machine with the addresses of {@code number} to the switch. */
  public Namespace attach(String machine, int number) {
    Namespace namespace = addNamespace(machine);
    plug(machine, Plan.macOf(number));
    address(machine, number);
    return namespace;
  }

  /** Attaches a machine to the network behind; its only card is {@link #CARD} all the same. */
  public Namespace attachBehind(String machine, int number) {
    Namespace namespace = addNamespace(machine);
    plug(machine, Plan.macOf(number), "back0");
    namespace.ip(
        """
        link set %1$s up
        addr add %2$s/16 dev %1$s
        """
            .formatted(CARD, Plan.backIpv4Of(number)));
    return namespace;
  }

  /** Gives a machine a card with the hardware address {@code mac}, and a cable to the switch. */
  public void plug(String machine, String mac) {
    plug(machine, mac, "br0");
  }

  private void plug(String machine, String mac, String bridge) {
    onSwitch(
        """
        link add name %1$s type veth peer name %2$s address %3$s netns %4$s
        link set %1$s master %5$s up
        """
            .formatted(machine, CARD, mac, node(machine).name(), bridge));
  }

  private Namespace addNamespace(String machine) {
    Namespace namespace = node(machine);
    Command.run(List.of("ip", "netns", "add", namespace.name()));
    namespace.call(Network::setKernel);
    namespace.ip("link set lo up\n");
    return namespace;
  }

  /** Gives the card of a machine the addresses of {@code number}, and brings it up. */
  public void address(String machine, int number) {
    node(machine)
        .ip(
            """
            link set %1$s up
            addr replace %2$s/16 dev %1$s
            addr replace %3$s/64 dev %1$s nodad
            """
                .formatted(CARD, Plan.ipv4Of(number), Plan.ipv6Of(number)));
  }

  private static String add(String set, String elements) {
    return "add element bridge lab %s { %s }\n".formatted(set, elements);
  }

  private static String quoted(String port) {
    return "\"" + port + "\"";
  }

  private static String quoted(Collection<String> ports) {
    return ports.stream().map(Network::quoted).collect(Collectors.joining(", "));
  }

  private void addSwitch() {
    Command.run(List.of("ip", "netns", "add", switchNamespace().name()));
    onSwitch(
        """
        link add br0 type bridge forward_delay 0 stp_state 0 mcast_snooping 0
        link set br0 up
        """);
    rule(RULES);
  }

  private void addServiceIps(String node) {
    node(node)
        .ip(
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
