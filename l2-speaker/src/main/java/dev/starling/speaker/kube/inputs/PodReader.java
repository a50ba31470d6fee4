package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.Limits;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the Pods of the speakers: where each is, and nothing of what it runs. */
public final class PodReader implements ObjectReader<SpeakerPod> {
  /** A reader. */
  public PodReader() {}

  @Override
  public @Nullable ApiObject<SpeakerPod> read(JsonParser json) throws IOException {
    Draft draft = new Draft();
    Json.object(json, draft::field);
    return draft.metadata.with(
        new SpeakerPod(
            draft.metadata.name().name(), draft.node, draft.hostIp, draft.hostIps, draft.phase));
  }

  private static final class Draft {
    private final Metadata metadata = Metadata.bare();
    private @Nullable String node;
    private @Nullable String hostIp;
    private List<String> hostIps = List.of();
    private String phase = "";

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "metadata" -> metadata.read(json);
        case "spec" -> Json.object(json, this::spec);
        case "status" -> Json.object(json, this::status);
        default -> {}
      }
    }

    private void spec(String name, JsonParser json) throws IOException {
      if (name.equals("nodeName")) {
        node = Json.text(json);
      }
    }

    private void status(String name, JsonParser json) throws IOException {
      switch (name) {
        case "hostIP" -> hostIp = Json.text(json);
        case "hostIPs" ->
            hostIps = Json.list(json, Draft::ip).stream().limit(Limits.ADDRESSES_OF_NODE).toList();
        case "phase" -> phase = Json.textOrEmpty(json);
        default -> {}
      }
    }

    private static @Nullable String ip(JsonParser json) throws IOException {
      return Json.map(json, "ip"::equals).get("ip");
    }
  }
}
