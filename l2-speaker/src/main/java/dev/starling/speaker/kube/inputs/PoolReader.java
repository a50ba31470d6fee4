package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.AddressPool;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads MetalLB's IPAddressPools (metallb.io/v1beta1). */
public final class PoolReader implements ObjectReader<AddressPool> {
  private final Predicate<String> annotationWanted;
  private final Shared<String> shared = new Shared<>();

  /** A reader that keeps the annotations whose name is wanted. */
  public PoolReader(Predicate<String> annotationWanted) {
    this.annotationWanted = annotationWanted;
  }

  @Override
  public @Nullable ApiObject<AddressPool> read(JsonParser json) throws IOException {
    Draft draft = new Draft(Metadata.whole(annotationWanted, shared));
    Json.object(json, draft::field);
    Metadata metadata = draft.metadata;
    return metadata.with(
        new AddressPool(
            metadata.name().name(), metadata.labels(), metadata.annotations(), draft.addresses),
        metadata.bytes() + Weight.of(draft.addresses));
  }

  private static final class Draft {
    private final Metadata metadata;
    private List<String> addresses = List.of();

    Draft(Metadata metadata) {
      this.metadata = metadata;
    }

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "metadata" -> metadata.read(json);
        case "spec" -> Json.object(json, this::spec);
        default -> {}
      }
    }

    private void spec(String name, JsonParser json) throws IOException {
      if (name.equals("addresses")) {
        addresses = Json.texts(json);
      }
    }
  }
}
