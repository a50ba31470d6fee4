package dev.starling.speaker.config;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.config.SpeakerConfig.Peer;
import dev.starling.speaker.config.SpeakerConfig.Service;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes a configuration as YAML that says all of it, with every text in quotes. */
final class ConfigWriter {
  private ConfigWriter() {}

  static String yaml(SpeakerConfig config) {
    StringBuilder yaml = new StringBuilder();
    line(yaml, "node", quoted(config.node()));
    line(yaml, "bind", address(config.bind()));
    line(yaml, "port", config.port());
    line(yaml, "cluster", quoted(config.cluster()));
    line(yaml, "peers", list(config.peers().stream().map(ConfigWriter::peer).toList()));
    line(yaml, "oneNodeCluster", config.oneNodeCluster());
    line(yaml, "keyFile", quoted(config.keyFile()));
    line(yaml, "services", list(config.services().stream().map(ConfigWriter::service).toList()));
    if (!config.witness().isEmpty()) {
      line(yaml, "witness", list(config.witness().stream().map(ConfigWriter::address).toList()));
    }
    line(yaml, "drain", config.drain());
    line(
        yaml,
        "detection",
        "{interval: "
            + Durations.text(config.detection().interval().toMillis())
            + ", timeout: "
            + Durations.text(config.detection().timeout().toMillis())
            + ", observers: "
            + config.detection().observers()
            + "}");
    line(yaml, "settle", Durations.text(config.settle().toMillis()));
    line(yaml, "realtime", String.valueOf(config.realtime()));
    String http = address(config.http().getAddress());
    line(yaml, "http", "{address: " + http + ", port: " + config.http().getPort() + "}");
    return yaml.toString();
  }

  private static String peer(Peer peer) {
    return "{name: "
        + quoted(peer.name())
        + ", address: "
        + address(peer.address().getAddress())
        + ", port: "
        + peer.address().getPort()
        + "}";
  }

  private static String service(Service service) {
    String yaml =
        "{name: "
            + quoted(service.name())
            + ", ips: "
            + list(service.ips().stream().map(ip -> quoted(ip.text())).toList())
            + ", policy: "
            + service.policy().name().toLowerCase(Locale.ROOT);
    if (!service.interfaces().isEmpty()) {
      yaml += ", interfaces: " + names(service.interfaces());
    }
    if (service.nodes() != null) {
      yaml += ", nodes: " + names(service.nodes());
    }
    return yaml + "}";
  }

  private static String names(Collection<String> names) {
    return list(names.stream().map(ConfigWriter::quoted).toList());
  }

  private static String address(InetAddress address) {
    return quoted(new ServiceIp(address).text());
  }

  private static String list(Collection<String> items) {
    return "[" + String.join(", ", items) + "]";
  }

  private static String quoted(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                c > ' ' && c <= '~' && c != '"' && c != '\\'
                    ? Character.toString(c)
                    : String.format(Locale.ROOT, "\\U%08x", c))
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static void line(StringBuilder yaml, String key, Object value) {
    yaml.append(key).append(": ").append(value).append('\n');
  }
}
