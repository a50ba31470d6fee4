package dev.starling.speaker.config;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.config.SpeakerConfig.Peer;
import dev.starling.speaker.config.SpeakerConfig.Service;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    line(yaml, "keyFile", quoted(config.keyFile()));
    KubernetesConfig kubernetes = config.kubernetes();
    if (kubernetes == null) {
      line(yaml, "peers", list(config.peers().stream().map(ConfigWriter::peer).toList()));
      line(yaml, "oneNodeCluster", config.oneNodeCluster());
      line(yaml, "services", list(config.services().stream().map(ConfigWriter::service).toList()));
    } else {
      line(yaml, "kubernetes", kubernetes(kubernetes));
    }
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

  private static String kubernetes(KubernetesConfig config) {
    KubernetesConfig.NodeStates states = config.nodeStates();
    List<String> entries =
        new ArrayList<>(
            List.of(
                "namespace: " + quoted(config.namespace()),
                "metallbNamespace: " + quoted(config.metallbNamespace()),
                "podSelector: " + quoted(config.podSelector()),
                "secret: " + quoted(config.secret()),
                "ignoreExcludeLabel: " + states.ignoreExcludeLabel(),
                "notReady: " + states.notReady(),
                "outOfService: " + states.outOfService(),
                "cordoned: " + states.cordoned(),
                "excludeInterfaces: " + names(config.excludeInterfaces()),
                "status: " + config.status(),
                "events: " + config.events()));
    if (!config.loadBalancerClass().isEmpty()) {
      entries.add("loadBalancerClass: " + quoted(config.loadBalancerClass()));
    }
    if (config.kubeconfig() != null) {
      entries.add("kubeconfig: " + quoted(config.kubeconfig()));
    }
    if (config.drainAnnotation() != null) {
      entries.add("drainAnnotation: " + quoted(config.drainAnnotation()));
    }
    if (!config.pools().isEmpty()) {
      entries.add("pools: " + list(config.pools().stream().map(ConfigWriter::pool).toList()));
    }
    if (config.cacheFile() != null) {
      entries.add("cacheFile: " + quoted(config.cacheFile()));
    }
    if (config.autoRotate() != null) {
      entries.add("autoRotate: " + Durations.text(config.autoRotate().toMillis()));
    }
    return "{" + String.join(", ", entries) + "}";
  }

  private static String pool(KubernetesConfig.Pool pool) {
    String interfaces =
        pool.interfaces().isEmpty() ? "" : ", interfaces: " + names(pool.interfaces());
    return "{name: "
        + quoted(pool.name())
        + ", addresses: "
        + names(pool.addresses())
        + interfaces
        + ", policy: "
        + pool.policy().name().toLowerCase(Locale.ROOT)
        + "}";
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
