package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.ObjectName;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The {@code metadata} of an object, as far as read. */
final class Metadata {
  private final Predicate<String> labelWanted;
  private final Predicate<String> annotationWanted;
  private final @Nullable Shared<String> shared;
  private String namespace = "";
  private String name = "";
  private String uid = "";
  private String created = "";
  private String version = "";
  private SortedMap<String, String> labels = Collections.emptySortedMap();
  private SortedMap<String, String> annotations = Collections.emptySortedMap();
  private boolean tooManyLabels;

  private Metadata(
      Predicate<String> labelWanted,
      Predicate<String> annotationWanted,
      @Nullable Shared<String> shared) {
    this.labelWanted = labelWanted;
    this.annotationWanted = annotationWanted;
    this.shared = shared;
  }

  /** Without annotations, and of the labels just those that are wanted. */
  static Metadata withLabel(Predicate<String> labelWanted) {
    return new Metadata(labelWanted, _ -> false, null);
  }

  /** Without labels and annotations. */
  static Metadata bare() {
    return withLabel(_ -> false);
  }

  /** With all labels, and those annotations that are wanted. */
  static Metadata whole(Predicate<String> annotationWanted, Shared<String> shared) {
    return new Metadata(_ -> true, annotationWanted, shared);
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
      case "labels" -> readLabels(json);
      case "annotations" -> annotations = Json.map(json, annotationWanted);
      default -> {}
    }
  }

  private void readLabels(JsonParser json) throws IOException {
    SortedMap<String, String> read = new TreeMap<>();
    Json.object(
        json,
        (key, value) -> {
          String text = labelWanted.test(key) ? Json.text(value) : null;
          if (text == null) {
            return;
          }
          if (read.size() < ApiObject.LABELS_MAX) {
            read.put(one(key), one(text));
          } else {
            tooManyLabels = true;
          }
        });
    labels = read;
  }

  private String one(String text) {
    return shared == null ? text : shared.one(text);
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

  /** How much memory is taken by the labels and annotations, and by the object as such. */
  long bytes() {
    long texts = Weight.of(namespace) + Weight.of(name) + Weight.of(uid) + Weight.of(annotations);
    long ofLabels = shared == null ? Weight.of(labels) : Weight.ofShared(labels, shared);
    return Weight.OBJECT + texts + ofLabels;
  }

  /** A small object with what is kept of it, or null if it has no name. */
  <T> @Nullable ApiObject<T> with(@Nullable T kept) {
    return with(kept, 0);
  }

  /** The object with what is kept of it, or null if it has no name. */
  <T> @Nullable ApiObject<T> with(@Nullable T kept, long bytes) {
    if (name.isEmpty()) {
      return null;
    }
    if (kept == null) {
      return new ApiObject<>(name(), version, null);
    }
    ApiObject<T> object = new ApiObject<>(name(), version, kept, bytes, null);
    return tooManyLabels ? object.without(ReadFault.TOO_MANY_LABELS) : object;
  }
}
