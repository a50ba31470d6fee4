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
 * nothing. A slice of no Service is not kept.
 */
public final class SliceReader implements ObjectReader<KubeEndpoints> {
  static final String SERVICE_LABEL = "kubernetes.io/service-name";
  private static final Comparator<Endpoint> BY_NODE =
      Comparator.comparing(Endpoint::node, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** A reader. */
  public SliceReader() {}

  @Override
  public @Nullable ApiObject<KubeEndpoints> read(JsonParser json) throws IOException {
    Draft draft = new Draft();
    Json.object(json, draft::field);
    return draft.metadata.with(draft.kept());
  }

  private static @Nullable Endpoint endpoint(JsonParser json) throws IOException {
    Conditions found = new Conditions();
    Json.object(json, found::field);
    boolean servable = new Endpoint(found.node, found.ready, found.serving).isServable();
    return servable ? new Endpoint(found.node, true, true) : null;
  }

  private static final class Conditions {
    private @Nullable String node;
    private @Nullable Boolean ready;
    private @Nullable Boolean serving;

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "nodeName" -> node = Json.text(json);
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

  private static final class Draft {
    private final Metadata metadata = new Metadata(_ -> false);
    private List<Endpoint> endpoints = List.of();

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "metadata" -> metadata.read(json);
        case "endpoints" -> endpoints = Json.list(json, SliceReader::endpoint);
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
