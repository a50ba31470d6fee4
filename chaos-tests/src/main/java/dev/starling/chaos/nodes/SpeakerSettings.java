package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a speaker of a lab is told, apart from its name, the addresses and the key.
 *
 * @param services the YAML of {@code services}, a list in flow or block form with its indentation
 * @param overBackNetwork whether the speakers talk on the network behind, and not on the one of the
 *     service IPs
 * @param others further settings of the top level, by name, as YAML
 */
public record SpeakerSettings(
    String services, boolean overBackNetwork, SequencedMap<String, String> others) {
  private static final String WITNESS = "witness";
  private static final String DRAIN = "drain";
  private static final String KUBERNETES = "kubernetes";
  private static final String PORT = "port";

  /** Copies the map. */
  public SpeakerSettings {
    others = new TreeMap<>(others);
  }

  /** One service with both service IPs of {@code plan} on {@link Network#CARD}. */
  public static SpeakerSettings standard(Plan plan) {
    return new SpeakerSettings("", false, new TreeMap<>())
        .withService("web", plan.serviceIps(), "interfaces: [" + Network.CARD + "]")
        .with(PORT, "7946")
        .with(WITNESS, "[\"" + Plan.CLIENT_IPV4 + "\"]")
        .with(DRAIN, "false");
  }

  /** The same with one more service; {@code more} is further lines of it, in flow form. */
  public SpeakerSettings withService(String name, List<String> ips, String more) {
    String quoted = ips.stream().map("\"%s\""::formatted).collect(Collectors.joining(", "));
    return new SpeakerSettings(
        services + "  - {name: %s, ips: [%s], %s}%n".formatted(name, quoted, more),
        overBackNetwork,
        others);
  }

  /** The same without any service. */
  public SpeakerSettings withoutServices() {
    return new SpeakerSettings("", overBackNetwork, others);
  }

  /**
   * The same, with peers and services from a Kubernetes.
   *
   * @param yaml the section {@code kubernetes} in flow form
   */
  public SpeakerSettings inKubernetes(String yaml) {
    return withoutServices().with(KUBERNETES, yaml);
  }

  /** The same with the speakers' talk on the network behind. */
  public SpeakerSettings onBackNetwork() {
    return new SpeakerSettings(services, true, others);
  }

  /** The same with a setting of the top level changed. */
  public SpeakerSettings with(String name, String yaml) {
    TreeMap<String, String> changed = new TreeMap<>(others);
    changed.put(name, yaml);
    return new SpeakerSettings(services, overBackNetwork, changed);
  }

  /** The same without a setting of the top level. */
  public SpeakerSettings without(String name) {
    TreeMap<String, String> changed = new TreeMap<>(others);
    changed.remove(name);
    return new SpeakerSettings(services, overBackNetwork, changed);
  }

  /** The same, told to hand over every IP, or not. */
  public SpeakerSettings withDrain(boolean drain) {
    return with(DRAIN, Boolean.toString(drain));
  }

  /** The text of {@code node}'s configuration file. */
  String text(Plan plan, String node, String keyFile) {
    String more =
        others.entrySet().stream()
            .map(setting -> "%s: %s%n".formatted(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining());
    return """
        node: %s
        bind: %s
        cluster: lab
        keyFile: %s
        %s%s"""
        .formatted(
            node,
            addressOf(node),
            keyFile,
            others.containsKey(KUBERNETES) ? "" : peersAndServices(plan, node),
            more);
  }

  private String peersAndServices(Plan plan, String node) {
    String peers =
        plan.nodes().stream()
            .filter(peer -> !peer.equals(node))
            .map(peer -> "  - {name: %s, address: %s}%n".formatted(peer, addressOf(peer)))
            .collect(Collectors.joining());
    return "peers:%n%sservices:%s%n"
        .formatted(peers, services.isEmpty() ? " []" : "\n" + services.stripTrailing());
  }

  private String addressOf(String node) {
    return overBackNetwork ? Plan.backIpv4Of(node) : Plan.ipv4Of(node);
  }
}
