package dev.starling.speaker.metrics;

import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.log.FlightStory;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** The registry that Prometheus reads. Made for the first scrape: to load it takes a while. */
final class Exposition {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Close together where a failover is expected to end. */
  private static final long[] BUCKET_MILLIS = {
    10, 25, 50, 75, 100, 150, 200, 250, 350, 500, 1_000, 2_000, 5_000, 10_000
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /** Adds a failover to the histograms. */
  void record(FlightRecord flight) {
    FlightStory story = FlightStory.of(flight);
    story
        .totalMillis()
        .ifPresent(total -> record(Metrics.FAILOVER, SpeakerMetrics.word(flight.cause()), total));
    story.phases().stream()
        .skip(1)
        .forEach(
            phase -> {
              String name = phase.name().replace(' ', '_');
              record(Metrics.FAILOVER_PHASE, name, phase.millis());
            });
  }

  /** Everything, in Prometheus' text format. */
  String text(Series series) {
    series.register(registry);
    return registry.scrape();
  }

  private void record(Metric metric, String label, double millis) {
    Duration[] buckets = new Duration[BUCKET_MILLIS.length];
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = Duration.ofMillis(BUCKET_MILLIS[i]);
    }
    // Phases that overtook one another count as none.
    long nanos = Math.round(Math.max(0, millis) * NANOS_PER_MILLI);
    Timer.builder(metric.base())
        .description(metric.doc())
        .tag(metric.labels().getFirst(), label)
        .serviceLevelObjectives(buckets)
        .register(registry)
        .record(Duration.ofNanos(nanos));
  }
}
