package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.ObjectName;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The {@code metadata} of an object, as far as read. */
final class Metadata {
  private final Predicate<String> annotationWanted;
  private String namespace = "";
  private String name = "";
  private String uid = "";
  private String created = "";
  private String version = "";
  private SortedMap<String, String> labels = Collections.emptySortedMap();
  private SortedMap<String, String> annotations = Collections.emptySortedMap();

  Metadata(Predicate<String> annotationWanted) {
    this.annotationWanted = annotationWanted;
  }

  void read(JsonParser json) throws IOException {
    Json.object(json, this::field);
  }

  private void field(String field, JsonParser json) throws IOException {
    switch (field) {
      case "namespace" -> namespace = Json.textOrEmpty(json);
      case "name" -> name = Json.textOrEmpty(json);
      case "uid" -> uid = Json.textOrEmpty(json);
      case "creationTimestamp" -> created = Json.textOrEmpty(json);
      case "resourceVersion" -> version = Json.textOrEmpty(json);
      case "labels" -> labels = Json.map(json, _ -> true);
      case "annotations" -> annotations = Json.map(json, annotationWanted);
      default -> {}
    }
  }

  ObjectName name() {
    return new ObjectName(namespace, name);
  }

  String uid() {
    return uid;
  }

  String created() {
    return created;
  }

  String version() {
    return version;
  }

  SortedMap<String, String> labels() {
    return labels;
  }

  SortedMap<String, String> annotations() {
    return annotations;
  }

  /** The object with what is kept of it, or null if it has no name. */
  <T> @Nullable ApiObject<T> with(@Nullable T kept) {
    return name.isEmpty() ? null : new ApiObject<>(name(), version, kept);
  }
}
