package dev.starling.speaker.config;

import dev.starling.speaker.config.SpeakerConfig.Detection;
import dev.starling.speaker.config.SpeakerConfig.Peer;
import dev.starling.speaker.config.SpeakerConfig.Policy;
import dev.starling.speaker.config.SpeakerConfig.Service;
import dev.starling.speaker.config.YamlNode.Entries;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the whole file: its single settings here, its lists through their own readers. */
final class ConfigReader {
  private final Faults faults;
  private final Values values;
  private final Addresses addresses;
  private final Surroundings host;

  ConfigReader(Faults faults, Surroundings host) {
    this.faults = faults;
    this.values = new Values(faults);
    this.addresses = new Addresses(faults);
    this.host = host;
  }

  /** The settings, or the faults; {@code root} is null for an empty file. */
  ConfigResult read(@Nullable YamlNode root) {
    YamlNode top = root == null ? new Entries(1, 1, List.of(), 1) : root;
    Section file = new Section(top, "", "", faults);
    if (!file.readable()) {
      return bad();
    }
    String node = node(file);
    InetAddress bind = bind(file);
    int port = integer(file, Settings.PORT);
    String cluster = name(file, Settings.CLUSTER);
    boolean oneNodeCluster = flag(file, Settings.ONE_NODE_CLUSTER);
    KubernetesConfig kubernetes = new KubernetesReader(faults, host.namespace()).read(file);
    boolean byFile = file.section(Settings.KUBERNETES) == null;
    PeersReader peersReader = new PeersReader(faults, new PeersReader.Self(node, bind, port));
    List<Peer> peers = byFile ? peersReader.read(file, oneNodeCluster) : List.of();
    String keyFile = text(file, Settings.KEY_FILE);
    List<Service> services =
        byFile
            ? new ServicesReader(faults, peersReader.knownNodes(), hosts(bind, peers)).read(file)
            : List.of();
    List<InetAddress> witness = witness(file);
    boolean drain = flag(file, Settings.DRAIN);
    Section detecting = subsection(file, "detection");
    Detection detection = detection(detecting, byFile);
    if (services.stream().anyMatch(service -> service.policy() == Policy.UNIQUE)) {
      allMustWatch(detecting, peers.size(), detection.observers());
    }
    Duration settle = duration(file, Settings.SETTLE);
    boolean realtime = flag(file, Settings.REALTIME);
    InetSocketAddress http = http(subsection(file, "http"));
    if (faults.count() > 0 || bind == null) {
      return bad();
    }
    return new ConfigResult.Good(
        new SpeakerConfig(
            node,
            bind,
            port,
            cluster,
            peers,
            oneNodeCluster,
            keyFile,
            kubernetes,
            services,
            witness,
            drain,
            detection,
            settle,
            realtime,
            http));
  }

  private ConfigResult bad() {
    return new ConfigResult.Bad(faults.inOrder());
  }

  private String node(Section file) {
    YamlNode value = file.value(Settings.NODE);
    if (value != null) {
      return name(file, Settings.NODE);
    }
    Values ofHost = new Values(new Faults());
    YamlNode given = new YamlNode.Scalar(1, 1, host.node(), false);
    if (ofHost.name(given, "", Settings.NODE.max()) == null) {
      String problem = "is missing, and the host name " + given.what() + " cannot stand for it";
      faults.add(file.node(), file.pathOf(Settings.NODE), problem, "give a name");
    }
    return host.node();
  }

  private @Nullable InetAddress bind(Section file) {
    YamlNode value = file.value(Settings.BIND);
    String path = file.pathOf(Settings.BIND);
    if (value != null) {
      return addresses.ofSpeaker(value, path);
    }
    String text = host.bind();
    YamlNode given = new YamlNode.Scalar(1, 1, text == null ? "" : text, false);
    InetAddress bind = text == null ? null : new Addresses(new Faults()).ofSpeaker(given, path);
    if (bind == null) {
      String problem =
          text == null
              ? "is missing"
              : "is missing, and STARLING_BIND " + given.what() + " cannot stand for it";
      faults.add(file.node(), path, problem, "give the address that the others reach this node at");
    }
    return bind;
  }

  private List<InetAddress> witness(Section file) {
    YamlNode value = file.value(Settings.WITNESS);
    String path = file.pathOf(Settings.WITNESS);
    List<YamlNode> items = value == null ? List.of() : values.items(value, path, Settings.WITNESS);
    Set<InetAddress> witness = new LinkedHashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String at = path + "[" + i + "]";
      var ip = addresses.onSegment(items.get(i), at);
      if (ip != null && !witness.add(ip.address())) {
        faults.add(items.get(i), at, ip + " is given twice", "keep one of them");
      }
    }
    return new ArrayList<>(witness);
  }

  private Detection detection(Section section, boolean byFile) {
    int before = faults.count();
    Duration interval = duration(section, Settings.DETECTION_INTERVAL);
    Duration timeout = duration(section, Settings.DETECTION_TIMEOUT);
    boolean unsaid = section.value(Settings.DETECTION_OBSERVERS) == null;
    int observers =
        unsaid && !byFile
            ? Settings.OBSERVERS_IN_KUBERNETES
            : integer(section, Settings.DETECTION_OBSERVERS);
    // A lease ends a tenth of the timeout early, and must outlive three lost or late probes.
    long leaseNanos = timeout.toNanos() - timeout.toNanos() / 10;
    if (faults.count() == before && leaseNanos < 3 * interval.toNanos()) {
      YamlNode given = section.value(Settings.DETECTION_TIMEOUT);
      YamlNode at = given == null ? section.node() : given;
      long least = (interval.toMillis() * 30 + 8) / 9;
      String problem =
          Durations.text(timeout.toMillis())
              + " is too short for an interval of "
              + Durations.text(interval.toMillis());
      String remedy = "give at least " + Durations.text(least) + ", or a shorter interval";
      faults.add(at, section.pathOf(Settings.DETECTION_TIMEOUT), problem, remedy);
    }
    return new Detection(interval, timeout, observers);
  }

  private static Map<InetAddress, String> hosts(@Nullable InetAddress bind, List<Peer> peers) {
    Map<InetAddress, String> hosts = new HashMap<>();
    if (bind != null) {
      hosts.put(bind, "this node");
    }
    peers.forEach(peer -> hosts.put(peer.address().getAddress(), peer.name()));
    return hosts;
  }

  /*
   * A permit rests on the word of half of the observers. Only if all others observe, those are a
   * majority together with the owner, and no two majorities are without a common member.
   */
  private void allMustWatch(Section section, int peers, int observers) {
    if (observers >= peers) {
      return;
    }
    YamlNode given = section.value(Settings.DETECTION_OBSERVERS);
    boolean possible = peers <= Settings.DETECTION_OBSERVERS.max();
    faults.add(
        given == null ? section.node() : given,
        section.pathOf(Settings.DETECTION_OBSERVERS),
        observers + " are too few for the policy unique: every peer has to watch every other",
        possible
            ? "give at least " + peers
            : "unique works with " + Settings.DETECTION_OBSERVERS.max() + " peers at most");
  }

  private InetSocketAddress http(Section section) {
    YamlNode value = section.value(Settings.HTTP_ADDRESS);
    InetAddress address =
        value == null ? null : addresses.toListen(value, section.pathOf(Settings.HTTP_ADDRESS));
    if (address == null) {
      address = InetAddress.ofLiteral(defaultOf(Settings.HTTP_ADDRESS));
    }
    return new InetSocketAddress(address, integer(section, Settings.HTTP_PORT));
  }

  private Section subsection(Section file, String key) {
    YamlNode value = file.section(key);
    YamlNode node = value == null ? new Entries(1, 1, List.of(), 1) : value;
    return new Section(node, key + ".", key + ".", faults);
  }

  private String name(Section section, Setting setting) {
    YamlNode value = section.value(setting);
    String name = value == null ? null : values.name(value, section.pathOf(setting), setting.max());
    return name == null ? Objects.requireNonNullElse(setting.defaultText(), "") : name;
  }

  private String text(Section section, Setting setting) {
    YamlNode value = section.value(setting);
    String text =
        value == null ? null : values.text(value, section.pathOf(setting), "a path", setting.max());
    return text == null ? "" : text;
  }

  private int integer(Section section, Setting setting) {
    YamlNode value = section.value(setting);
    Integer number = value == null ? null : values.integer(value, section.pathOf(setting), setting);
    return number == null ? Integer.parseInt(defaultOf(setting)) : number;
  }

  private boolean flag(Section section, Setting setting) {
    YamlNode value = section.value(setting);
    Boolean flag = value == null ? null : values.flag(value, section.pathOf(setting));
    return flag == null ? Boolean.parseBoolean(defaultOf(setting)) : flag;
  }

  private Duration duration(Section section, Setting setting) {
    YamlNode value = section.value(setting);
    Duration given =
        value == null ? null : values.duration(value, section.pathOf(setting), setting);
    return given == null
        ? Objects.requireNonNull(Durations.parse(defaultOf(setting)), setting.key())
        : given;
  }

  private static String defaultOf(Setting setting) {
    return Objects.requireNonNull(setting.defaultText(), setting.key());
  }
}
