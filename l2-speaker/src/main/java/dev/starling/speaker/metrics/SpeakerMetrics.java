package dev.starling.speaker.metrics;

import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.core.SpeakerStatus;
import dev.starling.speaker.log.FlightStory;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Locale;

/**
 * Counts the core's notes, and reads all other numbers from their sources at each scrape. {@link
 * #note} is for the loop's thread; scrapes may come on any thread.
 */
public final class SpeakerMetrics {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(75),
    Duration.ofMillis(100),
    Duration.ofMillis(150),
    Duration.ofMillis(200),
    Duration.ofMillis(250),
    Duration.ofMillis(350),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MetricSources sources;
  private final Series series = new Series(registry);

  /** Reads from {@code sources} at each scrape. */
  public SpeakerMetrics(MetricSources sources) {
    this.sources = sources;
    for (SpeakerState state : SpeakerState.values()) {
      counter(Metrics.STATE_CHANGES, word(state));
    }
    for (FlightRecord.Cause cause : FlightRecord.Cause.values()) {
      counter(Metrics.CLAIMS, word(cause));
    }
    counter(Metrics.VIEWS, "change");
    counter(Metrics.VIEWS, "merge");
    counter(Metrics.CONFIG_RELOADS, "applied");
    counter(Metrics.CONFIG_RELOADS, "refused");
    for (Metric plain :
        new Metric[] {
          Metrics.SUSPICIONS, Metrics.RELEASES, Metrics.PERMIT_LOST, Metrics.BAD_MESSAGES
        }) {
      counter(plain);
    }
  }

  /** Counts a note. */
  public void note(Note note) {
    switch (note) {
      case Note.StateChanged changed ->
          counter(Metrics.STATE_CHANGES, word(changed.to())).increment();
      case Note.ViewInstalled view ->
          counter(Metrics.VIEWS, view.merge() ? "merge" : "change").increment();
      case Note.Suspected suspected -> counter(Metrics.SUSPICIONS).increment();
      case Note.UnknownMember unknown -> {}
      case Note.Claimed claimed -> counter(Metrics.CLAIMS, word(claimed.cause())).increment();
      case Note.Released released -> counter(Metrics.RELEASES).increment();
      case Note.Failover(FlightRecord flight) -> failover(flight);
      case Note.PermitChanged changed -> {
        if (!changed.held()) {
          counter(Metrics.PERMIT_LOST).increment();
        }
      }
      case Note.LinkChanged changed -> counter(Metrics.LINK_CHANGES, changed.link()).increment();
      case Note.ConflictHeard conflict -> counter(Metrics.CONFLICTS, conflict.link()).increment();
      case Note.ConfigurationApplied applied ->
          counter(Metrics.CONFIG_RELOADS, "applied").increment();
      case Note.BadMessage bad -> counter(Metrics.BAD_MESSAGES).increment();
      case Note.DrainFinished finished -> {}
    }
  }

  /** Counts a configuration that was refused. */
  public void configRefused() {
    counter(Metrics.CONFIG_RELOADS, "refused").increment();
  }

  /** All metrics, in Prometheus' text format 0.0.4. */
  public synchronized String scrape() {
    SpeakerStatus status = sources.status().get();
    for (SpeakerState state : SpeakerState.values()) {
      series.gauge(Metrics.STATE, status.state() == state ? 1 : 0, word(state));
    }
    series.gauge(Metrics.PERMIT_HELD, status.permit().held() ? 1 : 0);
    SpeakerStatus.ViewStatus view = status.view();
    series.gauge(Metrics.VIEW_MEMBERS, view == null ? 0 : view.members().size());
    series.gauge(Metrics.EXPECTED, status.expected());
    ips(status);
    series.begin(Metrics.LINK_USABLE);
    for (SpeakerStatus.LinkStatus link : status.links()) {
      series.gauge(Metrics.LINK_USABLE, link.usable() ? 1 : 0, link.name());
    }
    for (MetricSources.Count count : sources.answered().get()) {
      series.counter(Metrics.FRAMES_ANSWERED, count.value(), count.link(), count.label());
    }
    for (MetricSources.Count count : sources.dropped().get()) {
      series.counter(Metrics.FRAMES_DROPPED, count.value(), count.link(), count.label());
    }
    series.counter(Metrics.ANNOUNCEMENTS, sources.announcements().getAsLong());
    sources
        .datagramsDropped()
        .get()
        .forEach((reason, count) -> series.counter(Metrics.DATAGRAMS_DROPPED, count, reason));
    series.begin(Metrics.KEY_HOLDERS);
    sources
        .keyHolders()
        .get()
        .forEach((keyId, count) -> series.gauge(Metrics.KEY_HOLDERS, count, keyId));
    series.gauge(Metrics.QUEUE_DEPTH, sources.queueDepth().getAsLong());
    series.gauge(Metrics.LOOP_LAG, sources.loopLagNanos().getAsLong() / 1e9);
    return registry.scrape();
  }

  private void ips(SpeakerStatus status) {
    long owned = status.ips().stream().filter(SpeakerStatus.IpStatus::owned).count();
    series.gauge(Metrics.OWNED_IPS, owned);
    series.gauge(Metrics.SERVICE_IPS, status.ips().size());
    for (Silence silence : Silence.values()) {
      long count = status.ips().stream().filter(ip -> ip.silence() == silence).count();
      series.gauge(Metrics.UNOWNED_IPS, count, word(silence));
    }
  }

  private void failover(FlightRecord flight) {
    FlightStory story = FlightStory.of(flight);
    if (story.totalMillis().isPresent()) {
      record(Metrics.FAILOVER, word(flight.cause()), story.totalMillis().getAsDouble());
    }
    story.phases().stream()
        .skip(1)
        .forEach(
            phase ->
                record(Metrics.FAILOVER_PHASE, phase.name().replace(' ', '_'), phase.millis()));
  }

  private void record(Metric metric, String label, double millis) {
    Timer timer =
        Timer.builder(metric.base())
            .description(metric.doc())
            .tags(Tags.of(metric.labels().getFirst(), label))
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    timer.record(Duration.ofNanos(Math.round(Math.max(0, millis) * NANOS_PER_MILLI)));
  }

  private Counter counter(Metric metric, String... labels) {
    return Counter.builder(metric.base())
        .description(metric.doc())
        .tags(Series.tags(metric, labels))
        .register(registry);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
