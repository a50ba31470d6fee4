package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.KubeService;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads Services. Those of another type than {@code LoadBalancer} are not kept. */
public final class ServiceReader implements ObjectReader<KubeService> {
  private final Predicate<String> annotationWanted;
  private final Shared<String> shared = new Shared<>();

  /** A reader that keeps the annotations whose name is wanted. */
  public ServiceReader(Predicate<String> annotationWanted) {
    this.annotationWanted = annotationWanted;
  }

  @Override
  public @Nullable ApiObject<KubeService> read(JsonParser json) throws IOException {
    Draft draft = new Draft(Metadata.whole(annotationWanted, shared));
    Json.object(json, draft::field);
    return draft.metadata.with(draft.kept(), draft.bytes());
  }

  private static final class Draft {
    private final Metadata metadata;
    private String type = "";
    private @Nullable String loadBalancerClass;
    private @Nullable String externalTrafficPolicy;
    private List<String> ingress = List.of();

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
        case "type" -> type = Json.textOrEmpty(json);
        case "loadBalancerClass" -> loadBalancerClass = Json.text(json);
        case "externalTrafficPolicy" -> externalTrafficPolicy = Json.text(json);
        default -> {}
      }
    }

    private void status(String name, JsonParser json) throws IOException {
      if (name.equals("loadBalancer")) {
        Json.object(
            json,
            (field, value) -> {
              if (field.equals("ingress")) {
                ingress = Json.list(value, Draft::ip);
              }
            });
      }
    }

    /** An entry with a host name alone has an empty IP, which says that it has none. */
    private static String ip(JsonParser json) throws IOException {
      String[] ip = {""};
      Json.object(
          json,
          (field, value) -> {
            if (field.equals("ip")) {
              ip[0] = Json.textOrEmpty(value);
            }
          });
      return ip[0];
    }

    private long bytes() {
      return metadata.bytes()
          + Weight.of(ingress)
          + (loadBalancerClass == null ? 0 : Weight.of(loadBalancerClass));
    }

    private @Nullable KubeService kept() {
      if (!type.equals("LoadBalancer")) {
        return null;
      }
      return new KubeService(
          metadata.name(),
          metadata.uid(),
          metadata.created(),
          type,
          loadBalancerClass,
          externalTrafficPolicy,
          metadata.labels(),
          metadata.annotations(),
          ingress);
    }
  }
}
