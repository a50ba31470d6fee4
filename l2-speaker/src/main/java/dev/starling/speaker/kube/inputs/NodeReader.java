package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.Limits;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads Nodes. The times of their heartbeats are not kept, so that a heartbeat changes nothing. */
public final class NodeReader implements ObjectReader<KubeNode> {
  private final Predicate<String> annotationWanted;
  private final Shared<String> shared = new Shared<>();

  /** A reader that keeps the annotations whose name is wanted. */
  public NodeReader(Predicate<String> annotationWanted) {
    this.annotationWanted = annotationWanted;
  }

  @Override
  public @Nullable ApiObject<KubeNode> read(JsonParser json) throws IOException {
    Draft draft = new Draft(Metadata.whole(annotationWanted, shared));
    Json.object(json, draft::field);
    return draft.metadata.with(
        draft.kept(),
        draft.metadata.bytes() + Weight.of(draft.taints) + Weight.of(draft.conditions));
  }

  private static final class Draft {
    private final Metadata metadata;
    private final SortedMap<String, String> conditions = new TreeMap<>();
    private final SortedSet<String> taints = new TreeSet<>();
    private boolean unschedulable;
    private List<KubeNode.Address> addresses = List.of();

    Draft(Metadata metadata) {
      this.metadata = metadata;
    }

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "metadata" -> metadata.read(json);
        case "spec" -> Json.object(json, this::spec);
        case "status" -> Json.object(json, this::status);
        default -> {}
      }
    }

    private void spec(String name, JsonParser json) throws IOException {
      switch (name) {
        case "unschedulable" -> unschedulable = Boolean.TRUE.equals(Json.truth(json));
        case "taints" -> taints.addAll(Json.list(json, taint -> textOf(taint, "key")));
        default -> {}
      }
    }

    private void status(String name, JsonParser json) throws IOException {
      switch (name) {
        case "conditions" -> Json.list(json, this::condition);
        case "addresses" ->
            addresses =
                Json.list(json, Draft::address).stream().limit(Limits.ADDRESSES_OF_NODE).toList();
        default -> {}
      }
    }

    private @Nullable String condition(JsonParser json) throws IOException {
      SortedMap<String, String> texts =
          Json.map(json, field -> field.equals("type") || field.equals("status"));
      String type = texts.getOrDefault("type", "");
      if (type.equals("Ready") || type.equals("NetworkUnavailable")) {
        conditions.put(type, texts.getOrDefault("status", ""));
      }
      return null;
    }

    private static KubeNode.@Nullable Address address(JsonParser json) throws IOException {
      SortedMap<String, String> texts =
          Json.map(json, field -> field.equals("type") || field.equals("address"));
      String type = texts.getOrDefault("type", "");
      String text = texts.getOrDefault("address", "");
      boolean isIp = type.equals(KubeNode.INTERNAL_IP) || type.equals(KubeNode.EXTERNAL_IP);
      return isIp ? new KubeNode.Address(type, text) : null;
    }

    private static @Nullable String textOf(JsonParser json, String wanted) throws IOException {
      return Json.map(json, wanted::equals).get(wanted);
    }

    private KubeNode kept() {
      return new KubeNode(
          metadata.name().name(),
          metadata.labels(),
          metadata.annotations(),
          conditions,
          taints,
          unschedulable,
          addresses);
    }
  }
}
