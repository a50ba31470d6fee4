package dev.starling.speaker.kube.writer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.starling.speaker.kube.writes.KeyRotation;
import dev.starling.speaker.kube.writes.OwnerPod;
import dev.starling.speaker.kube.writes.ServiceEvent;
import dev.starling.speaker.kube.writes.StatusContent;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/** The requests that make up the writes. */
final class Requests {
  /** The field manager, and the source of Events. */
  static final String MANAGER = "starling-speaker";

  private static final String GROUP_VERSION = "metallb.io/v1beta1";
  private static final String APPLY = "application/apply-patch+yaml";
  private static final String MERGE = "application/merge-patch+json";
  private static final String JSON = "application/json";
  private static final int INSTANCE_LENGTH_MAX = 128;
  private static final JsonFactory FACTORY = new JsonFactory();

  private final String node;
  private final WriterPlace place;

  Requests(String node, WriterPlace place) {
    this.node = node;
    this.place = place;
  }

  /** Writes an object's content. */
  @FunctionalInterface
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** Makes the object be there, with its labels and its owner, which the status does not have. */
  ApiRequest applyObject(StatusContent content) {
    return new ApiRequest(
        "PATCH",
        statusPath(content.name(), "") + applied(),
        APPLY,
        object(
            json -> {
              kind(json, GROUP_VERSION, "ServiceL2Status");
              json.writeObjectFieldStart("metadata");
              json.writeStringField("name", content.name());
              json.writeStringField("namespace", place.namespace());
              json.writeObjectFieldStart("labels");
              json.writeStringField(StatusReader.NODE, content.nodeLabel());
              json.writeStringField(StatusReader.SERVICE_NAME, content.service().name());
              json.writeStringField(StatusReader.SERVICE_NAMESPACE, content.service().namespace());
              json.writeEndObject();
              OwnerPod pod = content.pod();
              if (pod != null) {
                owner(json, pod);
              }
              json.writeEndObject();
            }));
  }

  private static void owner(JsonGenerator json, OwnerPod pod) throws IOException {
    json.writeArrayFieldStart("ownerReferences");
    json.writeStartObject();
    kind(json, "v1", "Pod");
    json.writeStringField("name", pod.name());
    json.writeStringField("uid", pod.uid());
    json.writeEndObject();
    json.writeEndArray();
  }

  /** Makes the status of the object say what it should. */
  ApiRequest applyStatus(StatusContent content) {
    return new ApiRequest(
        "PATCH",
        statusPath(content.name(), "/status") + applied(),
        APPLY,
        object(
            json -> {
              kind(json, GROUP_VERSION, "ServiceL2Status");
              json.writeObjectFieldStart("metadata");
              json.writeStringField("name", content.name());
              json.writeStringField("namespace", place.namespace());
              json.writeEndObject();
              json.writeObjectFieldStart("status");
              json.writeStringField("node", content.node());
              json.writeStringField("serviceName", content.service().name());
              json.writeStringField("serviceNamespace", content.service().namespace());
              if (!content.interfaces().isEmpty()) {
                json.writeArrayFieldStart("interfaces");
                for (String name : content.interfaces()) {
                  json.writeStartObject();
                  json.writeStringField("name", name);
                  json.writeEndObject();
                }
                json.writeEndArray();
              }
              json.writeEndObject();
            }));
  }

  /** Deletes the one object, and not another by its name. */
  ApiRequest deleteObject(String name, String uid) {
    return new ApiRequest(
        "DELETE",
        statusPath(name, ""),
        JSON,
        object(
            json -> {
              kind(json, "v1", "DeleteOptions");
              json.writeObjectFieldStart("preconditions");
              json.writeStringField("uid", uid);
              json.writeEndObject();
            }));
  }

  /**
   * Posts an Event. The first kind, not events.k8s.io: it alone has the source and the count that
   * tools for MetalLB's Events read, and both kinds are one in the store.
   */
  ApiRequest postEvent(ServiceEvent event, Instant since, Instant now) {
    String namespace = event.service().namespace();
    return new ApiRequest(
        "POST",
        "/api/v1/namespaces/" + encode(namespace) + "/events" + managed(),
        JSON,
        object(
            json -> {
              kind(json, "v1", "Event");
              json.writeObjectFieldStart("metadata");
              json.writeStringField("name", event.name());
              json.writeStringField("namespace", namespace);
              json.writeEndObject();
              json.writeObjectFieldStart("involvedObject");
              kind(json, "v1", "Service");
              json.writeStringField("name", event.service().name());
              json.writeStringField("namespace", namespace);
              json.writeStringField("uid", event.uid());
              json.writeEndObject();
              json.writeStringField("reason", event.reason().text());
              json.writeStringField("type", event.reason().type());
              json.writeStringField("message", event.message());
              json.writeObjectFieldStart("source");
              json.writeStringField("component", MANAGER);
              json.writeStringField("host", node);
              json.writeEndObject();
              json.writeStringField("reportingComponent", MANAGER);
              json.writeStringField("reportingInstance", cut(node));
              json.writeNumberField("count", event.count());
              json.writeStringField("firstTimestamp", text(since));
              json.writeStringField("lastTimestamp", text(event.count() == 1 ? since : now));
            }));
  }

  /** Puts another key into the Secret, if it still has that version. */
  ApiRequest rotateKey(String resourceVersion, String key, Instant now) {
    String base64 = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII));
    return new ApiRequest(
        "PATCH",
        "/api/v1/namespaces/"
            + encode(place.namespace())
            + "/secrets/"
            + encode(place.secret())
            + managed(),
        MERGE,
        object(
            json -> {
              json.writeObjectFieldStart("metadata");
              json.writeStringField("resourceVersion", resourceVersion);
              json.writeObjectFieldStart("annotations");
              json.writeStringField(KeyRotation.ROTATED_AT, text(now));
              json.writeEndObject();
              json.writeEndObject();
              json.writeObjectFieldStart("data");
              json.writeStringField(place.secretKey(), base64);
              json.writeEndObject();
            }));
  }

  private String statusPath(String name, String subresource) {
    return "/apis/"
        + GROUP_VERSION
        + "/namespaces/"
        + encode(place.namespace())
        + "/servicel2statuses/"
        + encode(name)
        + subresource;
  }

  private static String applied() {
    return managed() + "&force=true";
  }

  private static String managed() {
    return "?fieldManager=" + MANAGER;
  }

  private static void kind(JsonGenerator json, String version, String kind) throws IOException {
    json.writeStringField("apiVersion", version);
    json.writeStringField("kind", kind);
  }

  private static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String cut(String text) {
    return text.length() <= INSTANCE_LENGTH_MAX ? text : text.substring(0, INSTANCE_LENGTH_MAX);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String object(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      content.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string takes everything", e);
    }
    return text.toString();
  }
}
