package dev.starling.speaker.metrics;

import java.util.List;

/** The table of metrics: names, labels and the README's table all come from here. */
public final class Metrics {
  static final Metric STATE =
      new Metric(
          "starling_state",
          Metric.Type.GAUGE,
          List.of("state"),
          "1 for the state that the speaker is in, 0 for the others.");
  static final Metric STATE_CHANGES =
      new Metric(
          "starling_state_changes_total", Metric.Type.COUNTER, List.of("state"), "Times entered.");
  static final Metric PERMIT_HELD =
      new Metric(
          "starling_permit_held", Metric.Type.GAUGE, List.of(), "1 while the speaker may answer.");
  static final Metric PERMIT_LOST =
      new Metric(
          "starling_permit_lost_total",
          Metric.Type.COUNTER,
          List.of(),
          "Times the permit was lost.");
  static final Metric VIEW_MEMBERS =
      new Metric(
          "starling_view_members", Metric.Type.GAUGE, List.of(), "Members of the view in force.");
  static final Metric EXPECTED =
      new Metric(
          "starling_expected_speakers",
          Metric.Type.GAUGE,
          List.of(),
          "Speakers that ought to exist.");
  static final Metric VIEWS =
      new Metric(
          "starling_views_total",
          Metric.Type.COUNTER,
          List.of("kind"),
          "Views installed, by change or merge.");
  static final Metric SUSPICIONS =
      new Metric("starling_suspicions_total", Metric.Type.COUNTER, List.of(), "Members suspected.");
  static final Metric OWNED_IPS =
      new Metric(
          "starling_owned_ips", Metric.Type.GAUGE, List.of(), "Service IPs owned by this speaker.");
  static final Metric SERVICE_IPS =
      new Metric("starling_service_ips", Metric.Type.GAUGE, List.of(), "Service IPs configured.");
  static final Metric UNOWNED_IPS =
      new Metric(
          "starling_unowned_ips",
          Metric.Type.GAUGE,
          List.of("reason"),
          "Service IPs without an owner in this view, by reason.");
  static final Metric CLAIMS =
      new Metric(
          "starling_claims_total", Metric.Type.COUNTER, List.of("cause"), "IPs claimed, by cause.");
  static final Metric RELEASES =
      new Metric("starling_releases_total", Metric.Type.COUNTER, List.of(), "IPs released.");
  static final Metric FAILOVER =
      new Metric(
          "starling_failover_duration_seconds",
          Metric.Type.HISTOGRAM,
          List.of("cause"),
          "From the last that was heard of the old owner to our first frame.");

  static final Metric FAILOVER_MAX =
      new Metric(
          "starling_failover_duration_seconds_max",
          Metric.Type.GAUGE,
          List.of("cause"),
          "The longest of the last minutes.");
  static final Metric FAILOVER_PHASE =
      new Metric(
          "starling_failover_phase_seconds",
          Metric.Type.HISTOGRAM,
          List.of("phase"),
          "From the same beginning to each phase.");

  static final Metric FAILOVER_PHASE_MAX =
      new Metric(
          "starling_failover_phase_seconds_max",
          Metric.Type.GAUGE,
          List.of("phase"),
          "The longest of the last minutes.");
  static final Metric LINK_USABLE =
      new Metric(
          "starling_link_usable",
          Metric.Type.GAUGE,
          List.of("link"),
          "1 while the link is usable.");
  static final Metric LINK_CHANGES =
      new Metric(
          "starling_link_changes_total",
          Metric.Type.COUNTER,
          List.of("link"),
          "Changes of a link.");
  static final Metric FRAMES_ANSWERED =
      new Metric(
          "starling_frames_answered_total",
          Metric.Type.COUNTER,
          List.of("link", "family"),
          "ARP requests and neighbour solicitations answered.");
  static final Metric FRAMES_DROPPED =
      new Metric(
          "starling_frames_dropped_total",
          Metric.Type.COUNTER,
          List.of("link", "reason"),
          "Frames seen and not answered, by reason.");
  static final Metric ANNOUNCEMENTS =
      new Metric(
          "starling_announcements_total",
          Metric.Type.COUNTER,
          List.of(),
          "Gratuitous ARP frames and unsolicited neighbour advertisements sent.");
  static final Metric CONFLICTS =
      new Metric(
          "starling_conflicts_total",
          Metric.Type.COUNTER,
          List.of("link"),
          "Claims of our IPs by strangers, one in ten seconds an IP: told and answered.");
  static final Metric DATAGRAMS_DROPPED =
      new Metric(
          "starling_datagrams_dropped_total",
          Metric.Type.COUNTER,
          List.of("reason"),
          "Datagrams of other speakers, or of strangers, refused.");
  static final Metric BAD_MESSAGES =
      new Metric(
          "starling_bad_messages_total",
          Metric.Type.COUNTER,
          List.of(),
          "Messages of other speakers that could not be read.");
  static final Metric KEY_HOLDERS =
      new Metric(
          "starling_key_holders",
          Metric.Type.GAUGE,
          List.of("key_id"),
          "Members, this one included, that hold the key.");
  static final Metric CONFIG_RELOADS =
      new Metric(
          "starling_config_reload_total",
          Metric.Type.COUNTER,
          List.of("result"),
          "Configurations applied or refused.");
  static final Metric KUBERNETES_WATCHING =
      new Metric(
          "starling_kubernetes_watching",
          Metric.Type.GAUGE,
          List.of("kind"),
          "1 while changes of such objects are heard at once. Only with Kubernetes, as all below.");
  static final Metric KUBERNETES_OBJECTS =
      new Metric(
          "starling_kubernetes_objects",
          Metric.Type.GAUGE,
          List.of("kind"),
          "Objects of the cluster that are known.");
  static final Metric KUBERNETES_REQUESTS =
      new Metric(
          "starling_kubernetes_requests_total",
          Metric.Type.COUNTER,
          List.of("verb"),
          "Requests to the API server.");
  static final Metric KUBERNETES_SNAPSHOTS =
      new Metric(
          "starling_kubernetes_snapshots_total",
          Metric.Type.COUNTER,
          List.of(),
          "Changes of the cluster that were planned anew.");
  static final Metric KUBERNETES_WRITES =
      new Metric(
          "starling_kubernetes_writes_total",
          Metric.Type.COUNTER,
          List.of("kind", "result"),
          "Attempts to write to the API server: status, event or key, and how it went; writer and"
              + " ended once a fault of the program has ended them.");
  static final Metric NOT_ANNOUNCED =
      new Metric(
          "starling_kubernetes_not_announced",
          Metric.Type.GAUGE,
          List.of("reason"),
          "Services and parts of objects that are not announced as the cluster asks, by reason.");
  static final Metric LOST =
      new Metric(
          "starling_lost_total",
          Metric.Type.COUNTER,
          List.of("kind"),
          "Events, questions and notes dropped since a queue was full, by kind.");
  static final Metric QUEUE_DEPTH =
      new Metric(
          "starling_queue_depth", Metric.Type.GAUGE, List.of(), "Events that wait for the loop.");
  static final Metric LOOP_LAG =
      new Metric(
          "starling_loop_lag_seconds",
          Metric.Type.GAUGE,
          List.of(),
          "How long the last event waited for the loop.");

  /** Every metric, in the order of the README's table. */
  public static final List<Metric> ALL =
      List.of(
          STATE,
          STATE_CHANGES,
          PERMIT_HELD,
          PERMIT_LOST,
          VIEW_MEMBERS,
          EXPECTED,
          VIEWS,
          SUSPICIONS,
          OWNED_IPS,
          SERVICE_IPS,
          UNOWNED_IPS,
          CLAIMS,
          RELEASES,
          FAILOVER,
          FAILOVER_MAX,
          FAILOVER_PHASE,
          FAILOVER_PHASE_MAX,
          LINK_USABLE,
          LINK_CHANGES,
          FRAMES_ANSWERED,
          FRAMES_DROPPED,
          ANNOUNCEMENTS,
          CONFLICTS,
          DATAGRAMS_DROPPED,
          BAD_MESSAGES,
          KEY_HOLDERS,
          CONFIG_RELOADS,
          LOST,
          QUEUE_DEPTH,
          LOOP_LAG,
          KUBERNETES_WATCHING,
          KUBERNETES_OBJECTS,
          KUBERNETES_REQUESTS,
          KUBERNETES_SNAPSHOTS,
          KUBERNETES_WRITES,
          NOT_ANNOUNCED);

  private Metrics() {}
}
