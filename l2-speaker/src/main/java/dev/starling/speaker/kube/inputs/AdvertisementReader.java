package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.Advertisement;
import dev.starling.speaker.kube.model.Advertisement.Preference;
import dev.starling.speaker.kube.model.LabelSelector;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads MetalLB's L2Advertisements (metallb.io/v1beta1). A selector of the wrong type is kept as
 * one that the model refuses: read as missing it would come to choose everything.
 */
public final class AdvertisementReader implements ObjectReader<Advertisement> {
  /** A reader. */
  public AdvertisementReader() {}

  @Override
  public @Nullable ApiObject<Advertisement> read(JsonParser json) throws IOException {
    Draft draft = new Draft();
    Json.object(json, draft::field);
    Advertisement kept = draft.kept();
    return draft.metadata.with(kept, bytes(kept));
  }

  private static long bytes(Advertisement ad) {
    return Weight.OBJECT
        + Weight.of(ad.name())
        + Weight.of(ad.pools())
        + Weight.of(ad.interfaces())
        + Weight.ofSelectors(ad.poolSelectors())
        + Weight.ofSelectors(ad.nodeSelectors())
        + Weight.ofSelectors(ad.serviceSelectors())
        + ad.preferences().stream().mapToLong(each -> Weight.of(each.selector())).sum();
  }

  private static final class Draft {
    private final Metadata metadata = Metadata.bare();
    private List<String> pools = List.of();
    private List<LabelSelector> poolSelectors = List.of();
    private List<LabelSelector> nodeSelectors = List.of();
    private List<LabelSelector> serviceSelectors = List.of();
    private List<String> interfaces = List.of();
    private List<Preference> preferences = List.of();

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "metadata" -> metadata.read(json);
        case "spec" -> Json.object(json, this::spec);
        default -> {}
      }
    }

    private void spec(String name, JsonParser json) throws IOException {
      switch (name) {
        case "ipAddressPools" -> pools = Json.texts(json);
        case "ipAddressPoolSelectors" -> poolSelectors = Json.list(json, SelectorReader::read);
        case "nodeSelectors" -> nodeSelectors = Json.list(json, SelectorReader::read);
        case "serviceSelectors" -> serviceSelectors = Json.list(json, SelectorReader::read);
        case "interfaces" -> interfaces = Json.texts(json);
        case "preferredNodeSelectors" -> preferences = Json.list(json, Draft::preference);
        default -> {}
      }
    }

    private static Preference preference(JsonParser json) throws IOException {
      int[] weight = {0};
      LabelSelector[] selector = {new LabelSelector(Collections.emptySortedMap(), List.of())};
      Json.object(
          json,
          (name, value) -> {
            switch (name) {
              case "weight" -> weight[0] = Json.number(value, 0);
              case "preference" -> selector[0] = SelectorReader.read(value);
              default -> {}
            }
          });
      return new Preference(weight[0], selector[0]);
    }

    private Advertisement kept() {
      return new Advertisement(
          metadata.name().name(),
          pools,
          poolSelectors,
          nodeSelectors,
          serviceSelectors,
          interfaces,
          preferences);
    }
  }
}
