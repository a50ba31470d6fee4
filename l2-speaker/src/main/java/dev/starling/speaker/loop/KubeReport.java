package dev.starling.speaker.loop;

import dev.starling.speaker.kube.KindStatus;
import dev.starling.speaker.kube.KubeStatus;
import dev.starling.speaker.kube.plan.Unplanned;
import dev.starling.speaker.kube.writes.KeyRotation;
import dev.starling.speaker.kube.writes.WriterStatus;
import dev.starling.speaker.metrics.KubernetesNumbers;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is known of the cluster, in the forms that the status and the metrics take. */
final class KubeReport {
  /** Of what is not announced, as many are named. */
  private static final int UNPLANNED_MAX = 200;

  private final @Nullable KubeStatus status;
  private final @Nullable WriterStatus writes;
  private final List<Unplanned> unplanned;
  private final String absence;

  /**
   * A report.
   *
   * @param status null before there is a way to the API server
   * @param writes null where nothing is written
   * @param absence why this speaker takes no part, by what is known of the cluster; may be empty
   */
  KubeReport(
      @Nullable KubeStatus status,
      @Nullable WriterStatus writes,
      List<Unplanned> unplanned,
      String absence) {
    this.status = status;
    this.writes = writes;
    this.unplanned = unplanned;
    this.absence = absence;
  }

  /** As text, numbers, flags, lists and maps of such. */
  SortedMap<String, Object> fields() {
    SortedMap<String, Object> fields = new TreeMap<>();
    fields.put("synced", status != null && status.synced());
    fields.put("connected", status != null && status.connected());
    fields.put("snapshots", status == null ? 0L : status.snapshots());
    fields.put("kinds", kinds().stream().map(KubeReport::kind).toList());
    fields.put("requests", requests());
    if (writes != null) {
      fields.put("writes", writes(writes));
    }
    fields.put("problem", absence);
    fields.put("notAnnouncedCount", unplanned.size());
    fields.put(
        "notAnnounced",
        unplanned.stream().limit(UNPLANNED_MAX).map(KubeReport::unplanned).toList());
    return fields;
  }

  /** For the metrics. */
  KubernetesNumbers numbers() {
    SortedMap<String, Boolean> connected = new TreeMap<>();
    SortedMap<String, Long> objects = new TreeMap<>();
    for (KindStatus kind : kinds()) {
      connected.put(kind.name(), kind.state() == KindStatus.State.WATCHING);
      objects.put(kind.name(), (long) kind.objects());
    }
    SortedMap<String, Long> reasons = new TreeMap<>();
    unplanned.forEach(each -> reasons.merge(each.reason(), 1L, Long::sum));
    long snapshots = status == null ? 0 : status.snapshots();
    SortedMap<String, Long> written =
        writes == null ? Collections.emptySortedMap() : writes.attempts();
    return new KubernetesNumbers(connected, objects, requests(), snapshots, written, reasons);
  }

  /** Why the cluster is not known yet, or has no place for this speaker; empty if all is well. */
  String problem() {
    if (status != null && status.synced()) {
      return absence;
    }
    String error =
        kinds().stream()
            .filter(kind -> kind.state() != KindStatus.State.WATCHING && kind.lastError() != null)
            .map(kind -> ": " + kind.name() + ": " + kind.lastError())
            .findFirst()
            .orElse("");
    return "the API server has not told yet who else there is" + error;
  }

  private List<KindStatus> kinds() {
    return status == null ? List.of() : status.kinds();
  }

  private SortedMap<String, Long> requests() {
    return status == null ? Collections.emptySortedMap() : status.requests();
  }

  private static Map<String, Object> kind(KindStatus kind) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", kind.name());
    fields.put("state", kind.state().name().toLowerCase(Locale.ROOT));
    fields.put("since", Instant.ofEpochMilli(kind.sinceMillis()).toString());
    fields.put("objects", kind.objects());
    fields.put("leftOut", kind.dropped());
    fields.put("lists", kind.lists());
    fields.put("watches", kind.watches());
    fields.put("lastError", kind.lastError() == null ? "" : kind.lastError());
    return fields;
  }

  private static Map<String, Object> writes(WriterStatus writes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("attempts", writes.attempts());
    fields.put("dropped", writes.dropped());
    fields.put("waiting", writes.waiting());
    fields.put("failing", writes.failing());
    String error = writes.lastError();
    fields.put("lastError", error == null ? "" : error);
    KeyRotation.Verdict rotation = writes.rotation();
    fields.put("rotation", rotation == null ? "off" : rotation.text());
    return fields;
  }

  private static Map<String, Object> unplanned(Unplanned each) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("what", each.what());
    fields.put("reason", each.reason());
    fields.put("detail", each.detail());
    return fields;
  }
}
