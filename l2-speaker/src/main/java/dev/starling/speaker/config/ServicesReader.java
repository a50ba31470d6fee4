package dev.starling.speaker.config;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.config.SpeakerConfig.Policy;
import dev.starling.speaker.config.SpeakerConfig.Service;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the list of services. */
final class ServicesReader {
  /** Interfaces named by all services together; one more is that of the bind address. */
  private static final int LINKS_MAX = 63;

  private static final List<String> POLICIES = List.of("available", "unique");

  private final Faults faults;
  private final Values values;
  private final Addresses addresses;
  private final @Nullable SortedSet<String> knownNodes;
  private final Map<InetAddress, String> hosts;
  private final Map<String, Integer> lineByName = new HashMap<>();
  private final Map<ServiceIp, Integer> lineByIp = new HashMap<>();
  private final SortedSet<String> linkNames = new TreeSet<>();
  private int ipCount;

  /**
   * A reader.
   *
   * @param knownNodes the names of all nodes, or null where they are not known
   * @param hosts whose the speakers' own addresses are: an owner would answer in that host's name
   */
  ServicesReader(
      Faults faults, @Nullable SortedSet<String> knownNodes, Map<InetAddress, String> hosts) {
    this.hosts = hosts;
    this.faults = faults;
    this.values = new Values(faults);
    this.addresses = new Addresses(faults);
    this.knownNodes = knownNodes;
  }

  /** The services; what is wrong with them is told. */
  List<Service> read(Section file) {
    YamlNode value = file.value(Settings.SERVICES);
    String path = file.pathOf(Settings.SERVICES);
    List<YamlNode> items = value == null ? List.of() : values.items(value, path, Settings.SERVICES);
    List<Service> services = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      services.add(service(items.get(i), path + "[" + i + "]."));
    }
    if (value != null && ipCount > Settings.MAX_IPS) {
      String remedy = "at most " + Settings.MAX_IPS + " in all services together";
      faults.add(value, path, ipCount + " IPs", remedy);
    }
    return services;
  }

  private Service service(YamlNode item, String path) {
    Section section = new Section(item, "services[].", path, faults);
    String name = name(section);
    List<ServiceIp> ips = ips(section);
    SortedSet<String> interfaces = interfaces(section);
    SortedSet<String> nodes = nodes(section);
    return new Service(name == null ? "" : name, ips, interfaces, nodes, policy(section));
  }

  private @Nullable String name(Section section) {
    YamlNode node = section.value(Settings.SERVICE_NAME);
    String path = section.pathOf(Settings.SERVICE_NAME);
    String name = node == null ? null : values.name(node, path, Settings.SERVICE_NAME.max());
    if (node != null && name != null) {
      Integer first = lineByName.putIfAbsent(name, node.line());
      if (first != null) {
        twice(node, path, first);
      }
    }
    return name;
  }

  private List<ServiceIp> ips(Section section) {
    YamlNode node = section.value(Settings.SERVICE_IPS);
    String path = section.pathOf(Settings.SERVICE_IPS);
    List<YamlNode> items =
        node == null ? List.of() : values.items(node, path, Settings.SERVICE_IPS);
    List<ServiceIp> ips = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      String at = path + "[" + i + "]";
      ServiceIp ip = addresses.onSegment(items.get(i), at);
      Integer first = ip == null ? null : lineByIp.putIfAbsent(ip, items.get(i).line());
      ipCount++;
      String host = ip == null ? null : hosts.get(ip.address());
      if (first != null) {
        twice(items.get(i), at, first);
      } else if (ip != null && host != null) {
        String fault = Faults.shown(ip.text()) + " is the address of " + host;
        faults.add(items.get(i), at, fault, "give one that no host has");
      } else if (ip != null) {
        ips.add(ip);
      }
    }
    return ips;
  }

  private SortedSet<String> interfaces(Section section) {
    YamlNode node = section.value(Settings.SERVICE_INTERFACES);
    String path = section.pathOf(Settings.SERVICE_INTERFACES);
    List<YamlNode> items =
        node == null ? List.of() : values.items(node, path, Settings.SERVICE_INTERFACES);
    SortedSet<String> names = new TreeSet<>();
    for (int i = 0; i < items.size(); i++) {
      String name = values.linkName(items.get(i), path + "[" + i + "]");
      if (name != null && !names.add(name)) {
        twice(items.get(i), path + "[" + i + "]", items.getFirst().line());
      } else if (name != null && linkNames.add(name) && linkNames.size() == LINKS_MAX + 1) {
        faults.add(
            items.get(i),
            path + "[" + i + "]",
            Faults.shown(name) + " is one interface too many",
            "name " + LINKS_MAX + " different ones at most in all services");
      }
    }
    return names;
  }

  private @Nullable SortedSet<String> nodes(Section section) {
    YamlNode node = section.value(Settings.SERVICE_NODES);
    if (node == null) {
      return null;
    }
    String path = section.pathOf(Settings.SERVICE_NODES);
    List<YamlNode> items = values.items(node, path, Settings.SERVICE_NODES);
    SortedSet<String> names = new TreeSet<>();
    for (int i = 0; i < items.size(); i++) {
      String at = path + "[" + i + "]";
      String name = values.name(items.get(i), at, Settings.NODE.max());
      if (name != null && !names.add(name)) {
        twice(items.get(i), at, node.line());
      } else if (name != null && knownNodes != null && !knownNodes.contains(name)) {
        String meant = Nearest.to(name, knownNodes);
        String remedy =
            meant == null ? "add it to peers, or remove it here" : "did you mean " + meant + "?";
        faults.add(
            items.get(i), at, Faults.shown(name) + " is neither a peer nor this node", remedy);
      }
    }
    return names;
  }

  private Policy policy(Section section) {
    YamlNode node = section.value(Settings.SERVICE_POLICY);
    String path = section.pathOf(Settings.SERVICE_POLICY);
    String word = node == null ? null : values.choice(node, path, POLICIES);
    String given = word == null ? Settings.SERVICE_POLICY.defaultText() : word;
    return "unique".equals(given) ? Policy.UNIQUE : Policy.AVAILABLE;
  }

  private void twice(YamlNode node, String path, int firstLine) {
    String remedy = "keep one of them (line " + firstLine + ")";
    faults.add(node, path, node.what() + " is given twice", remedy);
  }
}
