package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import dev.starling.speaker.kube.model.ObjectName;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads EndpointSlices. Of the endpoints that can serve one per node is kept, and of the others
 * none: that is all that counts, and a thousand pods that come and go on the same nodes change
 * nothing. A slice of no Service is not kept. An endpoint on a node whose name is longer than the
 * API allows is on no known node.
 */
public final class SliceReader implements ObjectReader<KubeEndpoints> {
  static final String SERVICE_LABEL = "kubernetes.io/service-name";
  private static final int NAME_LENGTH_MAX = 253;
  private static final int ENDPOINT_BYTES = 32;
  private static final Comparator<Endpoint> BY_NODE =
      Comparator.comparing(Endpoint::node, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** Of one node for all slices: there are many slices, and a few nodes. */
  private final Shared<Endpoint> shared = new Shared<>();

  /** A reader. */
  public SliceReader() {}

  @Override
  public @Nullable ApiObject<KubeEndpoints> read(JsonParser json) throws IOException {
    Draft draft = new Draft();
    Json.object(json, draft::field);
    KubeEndpoints kept = draft.kept();
    return draft.metadata.with(kept, kept == null ? 0 : draft.metadata.bytes() + bytes(kept));
  }

  private long bytes(KubeEndpoints slice) {
    long sum = 0;
    for (Endpoint each : slice.endpoints()) {
      String node = each.node();
      sum += Weight.REFERENCE;
      if (node != null && !shared.isShared(each)) {
        sum += ENDPOINT_BYTES + Weight.of(node);
      }
    }
    return sum;
  }

  private @Nullable Endpoint endpoint(JsonParser json) throws IOException {
    Conditions found = new Conditions();
    Json.object(json, found::field);
    boolean servable = new Endpoint(found.node, found.ready, found.serving).isServable();
    return servable ? shared.one(new Endpoint(found.node, true, true)) : null;
  }

  private static final class Conditions {
    private @Nullable String node;
    private @Nullable Boolean ready;
    private @Nullable Boolean serving;

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "nodeName" -> {
          String text = Json.text(json);
          node = text == null || text.length() > NAME_LENGTH_MAX ? null : text;
        }
        case "conditions" -> Json.object(json, this::condition);
        default -> {}
      }
    }

    private void condition(String name, JsonParser json) {
      switch (name) {
        case "ready" -> ready = Json.truth(json);
        case "serving" -> serving = Json.truth(json);
        default -> {}
      }
    }
  }

  private final class Draft {
    private final Metadata metadata = Metadata.withLabel(SERVICE_LABEL::equals);
    private List<Endpoint> endpoints = List.of();

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "metadata" -> metadata.read(json);
        case "endpoints" -> endpoints = Json.list(json, SliceReader.this::endpoint);
        default -> {}
      }
    }

    private @Nullable KubeEndpoints kept() {
      String service = metadata.labels().get(SERVICE_LABEL);
      if (service == null || service.isEmpty()) {
        return null;
      }
      return new KubeEndpoints(
          new ObjectName(metadata.name().namespace(), service),
          endpoints.stream().distinct().sorted(BY_NODE).toList());
    }
  }
}
