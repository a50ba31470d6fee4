package dev.starling.speaker.config;

import dev.starling.election.ServiceIp;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a speaker, all of them checked. {@link Settings} says what each of them does.
 *
 * @param keyFile as the file spells it: a relative path starts at the file's folder
 * @param peers in the order of the file
 * @param services in the order of the file
 * @param kubernetes where peers and services come from, or null if from the file
 * @param witness empty for the default gateway of each link
 */
public record SpeakerConfig(
    String node,
    InetAddress bind,
    int port,
    String cluster,
    List<Peer> peers,
    boolean oneNodeCluster,
    String keyFile,
    @Nullable KubernetesConfig kubernetes,
    List<Service> services,
    List<InetAddress> witness,
    boolean drain,
    Detection detection,
    Duration settle,
    boolean realtime,
    InetSocketAddress http) {
  /** Copies the lists. */
  public SpeakerConfig {
    peers = List.copyOf(peers);
    services = List.copyOf(services);
    witness = List.copyOf(witness);
  }

  /** Another speaker. */
  public record Peer(String name, InetSocketAddress address) {}

  /**
   * A service.
   *
   * @param ips each once, in the order of the file
   * @param interfaces the names of the links to answer on; empty for the one that has {@code bind}
   * @param nodes the nodes that may own it; null for any
   */
  public record Service(
      String name,
      List<ServiceIp> ips,
      SortedSet<String> interfaces,
      @Nullable SortedSet<String> nodes,
      Policy policy) {
    /** Copies the collections. */
    public Service {
      ips = List.copyOf(ips);
      interfaces = Collections.unmodifiableSortedSet(new TreeSet<>(interfaces));
      nodes = nodes == null ? null : Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
  }

  /** What a split does to a service. */
  public enum Policy {
    /** Each side serves its own clients. */
    AVAILABLE,
    /** A side without a majority of the expected speakers is silent. */
    UNIQUE
  }

  /** How members watch one another. */
  public record Detection(Duration interval, Duration timeout, int observers) {}

  /**
   * The settings, by key, that {@code next} changes and that only a restart applies. While it is
   * not empty a changed file is to be refused.
   */
  public List<String> restartNeeded(SpeakerConfig next) {
    List<String> keys = new ArrayList<>();
    changed(keys, Settings.NODE, node, next.node);
    changed(keys, Settings.BIND, bind, next.bind);
    changed(keys, Settings.PORT, port, next.port);
    changed(keys, Settings.CLUSTER, cluster, next.cluster);
    changed(keys, Settings.ONE_NODE_CLUSTER, oneNodeCluster, next.oneNodeCluster);
    changed(keys, Settings.DETECTION_INTERVAL, detection.interval, next.detection.interval);
    changed(keys, Settings.DETECTION_TIMEOUT, detection.timeout, next.detection.timeout);
    changed(keys, Settings.DETECTION_OBSERVERS, detection.observers, next.detection.observers);
    changed(keys, Settings.SETTLE, settle, next.settle);
    changed(keys, Settings.REALTIME, realtime, next.realtime);
    changed(keys, Settings.HTTP_ADDRESS, http.getAddress(), next.http.getAddress());
    changed(keys, Settings.HTTP_PORT, http.getPort(), next.http.getPort());
    restartNeeded(keys, kubernetes, next.kubernetes);
    return List.copyOf(keys);
  }

  private static void restartNeeded(
      List<String> keys, @Nullable KubernetesConfig was, @Nullable KubernetesConfig is) {
    if (was == null || is == null) {
      if (was != null || is != null) {
        keys.add(Settings.KUBERNETES);
      }
      return;
    }
    changed(keys, KubernetesSettings.NAMESPACE, was.namespace(), is.namespace());
    changed(
        keys, KubernetesSettings.METALLB_NAMESPACE, was.metallbNamespace(), is.metallbNamespace());
    changed(keys, KubernetesSettings.POD_SELECTOR, was.podSelector(), is.podSelector());
    changed(keys, KubernetesSettings.SECRET, was.secret(), is.secret());
    changed(keys, KubernetesSettings.KUBECONFIG, was.kubeconfig(), is.kubeconfig());
    changed(keys, KubernetesSettings.DRAIN_ANNOTATION, was.drainAnnotation(), is.drainAnnotation());
    changed(keys, KubernetesSettings.STATUS, was.status(), is.status());
    changed(keys, KubernetesSettings.EVENTS, was.events(), is.events());
    changed(keys, KubernetesSettings.AUTO_ROTATE, was.autoRotate(), is.autoRotate());
    changed(keys, KubernetesSettings.CACHE_FILE, was.cacheFile(), is.cacheFile());
  }

  private static void changed(
      List<String> keys, Setting setting, @Nullable Object was, @Nullable Object is) {
    if (!Objects.equals(was, is)) {
      keys.add(setting.key());
    }
  }
}
