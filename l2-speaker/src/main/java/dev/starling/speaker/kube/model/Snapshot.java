package dev.starling.speaker.kube.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of a cluster at one moment. The order of what is handed in is of no
 * account.
 *
 * @param endpoints of all Services, a Service's together or apart
 * @param metalLb MetalLB's objects of its own namespace, or null if the cluster has no such kinds
 *     or no pool among them: then {@link Rules#pools} counts
 */
public record Snapshot(
    SortedMap<ObjectName, KubeService> services,
    List<KubeEndpoints> endpoints,
    SortedMap<String, KubeNode> nodes,
    SortedMap<String, SpeakerPod> speakers,
    @Nullable MetalLb metalLb) {
  /** Copies the collections. */
  public Snapshot {
    services = Copies.map(services);
    endpoints = List.copyOf(endpoints);
    nodes = Copies.map(nodes);
    speakers = Copies.map(speakers);
  }

  /** Whether any node has a speaker's Pod. */
  public boolean hasSpeakers() {
    return speakers.values().stream().anyMatch(SpeakerPod::isBound);
  }

  /** The same with the speakers' Pods of another one. */
  public Snapshot withSpeakersOf(Snapshot other) {
    return new Snapshot(services, endpoints, nodes, other.speakers, metalLb);
  }

  /** MetalLB's objects, by name. */
  public record MetalLb(
      SortedMap<String, AddressPool> pools, SortedMap<String, Advertisement> advertisements) {
    /** Copies both. */
    public MetalLb {
      pools = Copies.map(pools);
      advertisements = Copies.map(advertisements);
    }
  }

  /**
   * The objects by name.
   *
   * @throws IllegalArgumentException if two have the same one, which no API server lets happen
   */
  public static <K extends Comparable<K>, T> SortedMap<K, T> byName(
      Iterable<T> objects, Function<T, K> name) {
    SortedMap<K, T> map = new TreeMap<>();
    for (T object : objects) {
      if (map.put(name.apply(object), object) != null) {
        throw new IllegalArgumentException("two objects have the name " + name.apply(object));
      }
    }
    return Collections.unmodifiableSortedMap(map);
  }
}
