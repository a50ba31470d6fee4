package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.AddressPool;
import dev.starling.speaker.kube.model.Advertisement;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a snapshot, by the readers of its objects. */
final class SnapshotReader {
  private final SortedMap<ObjectName, KubeService> services = new TreeMap<>();
  private final List<KubeEndpoints> endpoints = new ArrayList<>();
  private final SortedMap<String, KubeNode> nodes = new TreeMap<>();
  private final SortedMap<String, SpeakerPod> speakers = new TreeMap<>();
  private final SortedMap<String, AddressPool> pools = new TreeMap<>();
  private final SortedMap<String, Advertisement> advertisements = new TreeMap<>();
  private boolean metalLb;

  SnapshotReader() {}

  void field(String name, JsonParser json) throws IOException {
    switch (name) {
      case SnapshotWriter.SERVICES ->
          objects(json, new ServiceReader(_ -> true), (key, service) -> services.put(key, service));
      case SnapshotWriter.SLICES ->
          objects(json, new SliceReader(), (_, slice) -> endpoints.add(slice));
      case SnapshotWriter.NODES ->
          objects(json, new NodeReader(_ -> true), (key, node) -> nodes.put(key.name(), node));
      case SnapshotWriter.PODS ->
          objects(json, new PodReader(), (key, pod) -> speakers.put(key.name(), pod));
      case SnapshotWriter.POOLS -> {
        metalLb = true;
        objects(json, new PoolReader(_ -> true), (key, pool) -> pools.put(key.name(), pool));
      }
      case SnapshotWriter.ADVERTISEMENTS -> {
        metalLb = true;
        objects(json, new AdvertisementReader(), (key, ad) -> advertisements.put(key.name(), ad));
      }
      default -> {}
    }
  }

  /** Takes an object. */
  @FunctionalInterface
  private interface Taker<T> {
    void take(ObjectName name, T object);
  }

  private static <T> void objects(JsonParser json, ObjectReader<T> reader, Taker<T> taker)
      throws IOException {
    Json.list(
        json,
        element -> {
          ApiObject<T> object = reader.read(element);
          T kept = object == null ? null : object.kept();
          if (object != null && kept != null) {
            taker.take(object.name(), kept);
          }
          return null;
        });
  }

  Snapshot snapshot() {
    Snapshot.@Nullable MetalLb objects =
        metalLb ? new Snapshot.MetalLb(pools, advertisements) : null;
    return new Snapshot(services, endpoints, nodes, speakers, objects);
  }
}
