package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.starling.speaker.kube.model.AddressPool;
import dev.starling.speaker.kube.model.Advertisement;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.LabelSelector;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes a snapshot as {@link SnapshotReader} reads it: the objects as in the API. */
final class SnapshotWriter {
  static final String SERVICES = "services";
  static final String SLICES = "endpointslices";
  static final String NODES = "nodes";
  static final String PODS = "pods";
  static final String POOLS = "ipaddresspools";
  static final String ADVERTISEMENTS = "l2advertisements";

  private static final SortedMap<String, String> NONE = Collections.emptySortedMap();

  private final JsonGenerator json;

  private SnapshotWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Writes to {@code out}, which stays open. */
  static void write(JsonFactory factory, Snapshot snapshot, OutputStream out) throws IOException {
    // Not closed if it fails: that would write on.
    JsonGenerator json = factory.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    new SnapshotWriter(json).write(snapshot);
    json.close();
  }

  /** Writes one object. */
  @FunctionalInterface
  private interface One<T> {
    void write(T object) throws IOException;
  }

  private void write(Snapshot snapshot) throws IOException {
    json.writeStartObject();
    all(SERVICES, snapshot.services().values(), this::service);
    all(SLICES, snapshot.endpoints(), this::slice);
    all(NODES, snapshot.nodes().values(), this::node);
    all(PODS, snapshot.speakers().values(), this::pod);
    Snapshot.MetalLb metalLb = snapshot.metalLb();
    if (metalLb != null) {
      all(POOLS, metalLb.pools().values(), this::pool);
      all(ADVERTISEMENTS, metalLb.advertisements().values(), this::advertisement);
    }
    json.writeEndObject();
  }

  private <T> void all(String field, Collection<T> objects, One<T> one) throws IOException {
    json.writeArrayFieldStart(field);
    for (T object : objects) {
      json.writeStartObject();
      one.write(object);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void service(KubeService service) throws IOException {
    ObjectName name = service.name();
    json.writeObjectFieldStart("metadata");
    text("uid", service.uid());
    text("creationTimestamp", service.created());
    metadataFields(name.namespace(), name.name(), service.labels(), service.annotations());
    json.writeObjectFieldStart("spec");
    text("type", service.type());
    text("loadBalancerClass", service.loadBalancerClass());
    text("externalTrafficPolicy", service.externalTrafficPolicy());
    json.writeEndObject();
    json.writeObjectFieldStart("status");
    json.writeObjectFieldStart("loadBalancer");
    all("ingress", service.ingress(), ip -> text("ip", ip));
    json.writeEndObject();
    json.writeEndObject();
  }

  private void slice(KubeEndpoints slice) throws IOException {
    metadata(
        slice.service().namespace(),
        slice.service().name(),
        new TreeMap<>(Map.of(SliceReader.SERVICE_LABEL, slice.service().name())),
        NONE);
    all(
        "endpoints",
        slice.endpoints(),
        endpoint -> {
          text("nodeName", endpoint.node());
          json.writeObjectFieldStart("conditions");
          truth("ready", endpoint.ready());
          truth("serving", endpoint.serving());
          json.writeEndObject();
        });
  }

  private void node(KubeNode node) throws IOException {
    metadata("", node.name(), node.labels(), node.annotations());
    json.writeObjectFieldStart("spec");
    json.writeBooleanField("unschedulable", node.unschedulable());
    all("taints", node.taints(), key -> text("key", key));
    json.writeEndObject();
    json.writeObjectFieldStart("status");
    all(
        "conditions",
        node.conditions().entrySet(),
        condition -> {
          text("type", condition.getKey());
          text("status", condition.getValue());
        });
    all(
        "addresses",
        node.addresses(),
        address -> {
          text("type", address.type());
          text("address", address.text());
        });
    json.writeEndObject();
  }

  private void pod(SpeakerPod pod) throws IOException {
    metadata("", pod.name(), NONE, NONE);
    json.writeObjectFieldStart("spec");
    text("nodeName", pod.node());
    json.writeEndObject();
    json.writeObjectFieldStart("status");
    text("hostIP", pod.hostIp());
    all("hostIPs", pod.hostIps(), ip -> text("ip", ip));
    text("phase", pod.phase());
    json.writeEndObject();
  }

  private void pool(AddressPool pool) throws IOException {
    metadata("", pool.name(), pool.labels(), pool.annotations());
    json.writeObjectFieldStart("spec");
    texts("addresses", pool.addresses());
    json.writeEndObject();
  }

  private void advertisement(Advertisement ad) throws IOException {
    metadata("", ad.name(), NONE, NONE);
    json.writeObjectFieldStart("spec");
    texts("ipAddressPools", ad.pools());
    all("ipAddressPoolSelectors", ad.poolSelectors(), this::selector);
    all("nodeSelectors", ad.nodeSelectors(), this::selector);
    all("serviceSelectors", ad.serviceSelectors(), this::selector);
    texts("interfaces", ad.interfaces());
    all(
        "preferredNodeSelectors",
        ad.preferences(),
        preference -> {
          json.writeNumberField("weight", preference.weight());
          json.writeObjectFieldStart("preference");
          selector(preference.selector());
          json.writeEndObject();
        });
    json.writeEndObject();
  }

  private void selector(LabelSelector selector) throws IOException {
    map("matchLabels", selector.matchLabels());
    all(
        "matchExpressions",
        selector.matchExpressions(),
        requirement -> {
          text("key", requirement.key());
          text("operator", requirement.operator());
          texts("values", requirement.values());
        });
  }

  private void metadata(
      String namespace,
      String name,
      SortedMap<String, String> labels,
      SortedMap<String, String> annotations)
      throws IOException {
    json.writeObjectFieldStart("metadata");
    metadataFields(namespace, name, labels, annotations);
  }

  private void metadataFields(
      String namespace,
      String name,
      SortedMap<String, String> labels,
      SortedMap<String, String> annotations)
      throws IOException {
    text("namespace", namespace);
    text("name", name);
    map("labels", labels);
    map("annotations", annotations);
    json.writeEndObject();
  }

  private void map(String field, SortedMap<String, String> texts) throws IOException {
    json.writeObjectFieldStart(field);
    for (var entry : texts.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private void texts(String field, Collection<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void text(String field, @Nullable String text) throws IOException {
    if (text != null) {
      json.writeStringField(field, text);
    }
  }

  private void truth(String field, @Nullable Boolean truth) throws IOException {
    if (truth != null) {
      json.writeBooleanField(field, truth);
    }
  }
}
