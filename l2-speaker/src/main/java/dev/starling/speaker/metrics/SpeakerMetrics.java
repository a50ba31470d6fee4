package dev.starling.speaker.metrics;

import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.core.SpeakerStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Counts the core's notes, and reads all other numbers from their sources at each scrape. Safe for
 * any thread: {@link #note} is the loop's, scrapes come on the HTTP server's.
 */
public final class SpeakerMetrics {
  private final MetricSources sources;
  private final Series series = new Series();
  private final FlightQueue flights = new FlightQueue();
  private @Nullable Exposition exposition;

  /** Reads from {@code sources} at each scrape. */
  public SpeakerMetrics(MetricSources sources) {
    this.sources = sources;
    for (SpeakerState state : SpeakerState.values()) {
      series.add(Metrics.STATE_CHANGES, 0, word(state));
    }
    for (FlightRecord.Cause cause : FlightRecord.Cause.values()) {
      series.add(Metrics.CLAIMS, 0, word(cause));
    }
    series.add(Metrics.VIEWS, 0, "change");
    series.add(Metrics.VIEWS, 0, "merge");
    series.add(Metrics.CONFIG_RELOADS, 0, "applied");
    series.add(Metrics.CONFIG_RELOADS, 0, "refused");
    series.add(Metrics.SUSPICIONS, 0);
    series.add(Metrics.RELEASES, 0);
    series.add(Metrics.PERMIT_LOST, 0);
    series.add(Metrics.BAD_MESSAGES, 0);
  }

  /** Counts a note. */
  public void note(Note note) {
    switch (note) {
      case Note.StateChanged changed -> series.add(Metrics.STATE_CHANGES, 1, word(changed.to()));
      case Note.ViewInstalled view ->
          series.add(Metrics.VIEWS, 1, view.merge() ? "merge" : "change");
      case Note.Suspected suspected -> series.add(Metrics.SUSPICIONS, 1);
      case Note.Claimed claimed -> series.add(Metrics.CLAIMS, 1, word(claimed.cause()));
      case Note.Released released -> series.add(Metrics.RELEASES, 1);
      case Note.Failover(FlightRecord flight) -> flights.add(flight);
      case Note.PermitChanged changed -> series.add(Metrics.PERMIT_LOST, changed.held() ? 0 : 1);
      case Note.LinkChanged changed -> series.add(Metrics.LINK_CHANGES, 1, changed.link());
      case Note.ConflictHeard conflict -> series.add(Metrics.CONFLICTS, 1, conflict.link());
      case Note.ConfigurationApplied applied -> series.add(Metrics.CONFIG_RELOADS, 1, "applied");
      case Note.BadMessage bad -> series.add(Metrics.BAD_MESSAGES, 1);
      case Note.UnknownMember unknown -> {}
      case Note.AnsweredElsewhere answered -> {}
      case Note.DrainFinished finished -> {}
    }
  }

  /** Counts a configuration that was refused. */
  public void configRefused() {
    series.add(Metrics.CONFIG_RELOADS, 1, "refused");
  }

  /** All metrics, in Prometheus' text format 0.0.4. */
  public synchronized String scrape() {
    SpeakerStatus status = sources.status().get();
    speaker(status);
    ips(status);
    frames();
    sources
        .datagramsDropped()
        .get()
        .forEach((reason, count) -> series.set(Metrics.DATAGRAMS_DROPPED, count, reason));
    sources.lost().get().forEach((kind, count) -> series.set(Metrics.LOST, count, kind));
    series.clear(Metrics.KEY_HOLDERS);
    sources.keyHolders().get().forEach((id, count) -> series.set(Metrics.KEY_HOLDERS, count, id));
    series.set(Metrics.QUEUE_DEPTH, sources.queueDepth().getAsLong());
    series.set(Metrics.LOOP_LAG, sources.loopLagNanos().getAsLong() / 1e9);
    KubernetesNumbers cluster = sources.kubernetes().get();
    if (cluster != null) {
      kubernetes(cluster);
    }
    if (exposition == null) {
      exposition = new Exposition();
    }
    flights.drain().forEach(exposition::record);
    return exposition.text(series);
  }

  private void kubernetes(KubernetesNumbers cluster) {
    cluster
        .connected()
        .forEach((kind, is) -> series.set(Metrics.KUBERNETES_WATCHING, is ? 1 : 0, kind));
    cluster.objects().forEach((kind, count) -> series.set(Metrics.KUBERNETES_OBJECTS, count, kind));
    cluster
        .requests()
        .forEach((verb, count) -> series.set(Metrics.KUBERNETES_REQUESTS, count, verb));
    series.set(Metrics.KUBERNETES_SNAPSHOTS, cluster.snapshots());
    cluster
        .writes()
        .forEach(
            (key, count) -> {
              int slash = key.indexOf('/');
              series.set(
                  Metrics.KUBERNETES_WRITES,
                  count,
                  key.substring(0, Math.max(slash, 0)),
                  key.substring(slash + 1));
            });
    series.clear(Metrics.NOT_ANNOUNCED);
    cluster
        .notAnnounced()
        .forEach((reason, count) -> series.set(Metrics.NOT_ANNOUNCED, count, reason));
  }

  private void speaker(SpeakerStatus status) {
    for (SpeakerState state : SpeakerState.values()) {
      series.set(Metrics.STATE, status.state() == state ? 1 : 0, word(state));
    }
    series.set(Metrics.PERMIT_HELD, status.permit().held() ? 1 : 0);
    SpeakerStatus.ViewStatus view = status.view();
    series.set(Metrics.VIEW_MEMBERS, view == null ? 0 : view.members().size());
    series.set(Metrics.EXPECTED, status.expected());
    series.clear(Metrics.LINK_USABLE);
    for (SpeakerStatus.LinkStatus link : status.links()) {
      series.set(Metrics.LINK_USABLE, link.usable() ? 1 : 0, link.name());
      // An increase is seen only from a value that was there before.
      series.add(Metrics.LINK_CHANGES, 0, link.name());
      series.add(Metrics.CONFLICTS, 0, link.name());
    }
  }

  private void ips(SpeakerStatus status) {
    long owned = status.ips().stream().filter(SpeakerStatus.IpStatus::owned).count();
    series.set(Metrics.OWNED_IPS, owned);
    series.set(Metrics.SERVICE_IPS, status.ips().size());
    for (Silence silence : Silence.values()) {
      long count = status.ips().stream().filter(ip -> ip.silence() == silence).count();
      series.set(Metrics.UNOWNED_IPS, count, word(silence));
    }
  }

  private void frames() {
    for (MetricSources.Count count : sources.answered().get()) {
      series.set(Metrics.FRAMES_ANSWERED, count.value(), count.link(), count.label());
    }
    for (MetricSources.Count count : sources.dropped().get()) {
      series.set(Metrics.FRAMES_DROPPED, count.value(), count.link(), count.label());
    }
    series.set(Metrics.ANNOUNCEMENTS, sources.announcements().getAsLong());
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
