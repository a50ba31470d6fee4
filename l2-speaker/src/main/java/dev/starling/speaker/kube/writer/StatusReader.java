package dev.starling.speaker.kube.writer;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectReader;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.SeenStatus;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code ServiceL2Status} objects, whoever has written them. */
public final class StatusReader implements ObjectReader<SeenStatus> {
  static final String NODE = "metallb.io/node";
  static final String SERVICE_NAME = "metallb.io/service-name";
  static final String SERVICE_NAMESPACE = "metallb.io/service-namespace";

  /** A reader. */
  public StatusReader() {}

  @Override
  public @Nullable ApiObject<SeenStatus> read(JsonParser json) throws IOException {
    JsonFields object = JsonFields.read(json);
    JsonFields metadata = object.object("metadata");
    String name = metadata.text("name");
    if (name.isEmpty()) {
      return null;
    }
    String version = metadata.text("resourceVersion");
    JsonFields labels = metadata.object("labels");
    SeenStatus seen =
        new SeenStatus(
            name,
            metadata.text("uid"),
            version,
            new ObjectName(labels.text(SERVICE_NAMESPACE), labels.text(SERVICE_NAME)),
            labels.text(NODE),
            told(object.object("status")),
            texts(metadata, "ownerReferences", "uid"));
    return new ApiObject<>(new ObjectName(metadata.text("namespace"), name), version, seen);
  }

  private static SeenStatus.Told told(JsonFields status) {
    return new SeenStatus.Told(
        new ObjectName(status.text("serviceNamespace"), status.text("serviceName")),
        status.text("node"),
        texts(status, "interfaces", "name"));
  }

  private static SortedSet<String> texts(JsonFields of, String list, String field) {
    SortedSet<String> texts = new TreeSet<>();
    of.objects(list).forEach(element -> texts.add(element.text(field)));
    return texts;
  }
}
