package dev.starling.speaker.loop;

import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.responder.AnswerKind;
import dev.starling.arpndp.responder.Counters;
import dev.starling.arpndp.responder.DropReason;
import dev.starling.membership.Membership;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.core.SpeakerStatus;
import dev.starling.speaker.http.ConfigStatus;
import dev.starling.speaker.http.Health;
import dev.starling.speaker.http.HttpSources;
import dev.starling.speaker.http.StatusReport;
import dev.starling.speaker.metrics.KubernetesNumbers;
import dev.starling.speaker.metrics.MetricSources;
import dev.starling.speaker.metrics.SpeakerMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a running speaker shows of itself: health, readiness, status and numbers. */
final class Vitals {
  /** How long a request for the state may wait for the loop. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final long STUCK_NANOS = 1_000_000_000L;
  private static final long WATCHER_STUCK_NANOS = 3_000_000_000L;

  private final Parts parts;
  private final String version;
  private final Instant executed;
  private final LongSupplier clock;

  /** What is looked at. */
  record Parts(
      Loop loop,
      EventQueue queue,
      PortTable ports,
      LongSupplier lastWatchNanos,
      Supplier<SortedMap<String, Silence>> silences,
      Membership membership,
      Supplier<ConfigStatus> config,
      Teller teller,
      Supplier<String> scheduling,
      Supplier<@Nullable KubeReport> kubernetes) {}

  Vitals(Parts parts, String version, Instant executed, LongSupplier clock) {
    this.parts = parts;
    this.version = version;
    this.executed = executed;
    this.clock = clock;
  }

  /** For the HTTP endpoint. */
  HttpSources http(SpeakerMetrics metrics) {
    return new HttpSources(this::health, this::readiness, this::report, metrics::scrape);
  }

  /** For the metrics. */
  MetricSources numbers() {
    return new MetricSources(
        this::status,
        this::answered,
        this::dropped,
        () -> parts.ports.all().stream().mapToLong(Port::announced).sum(),
        () -> MembershipReport.drops(parts.membership.status()),
        () -> MembershipReport.keyHolders(parts.membership.status()),
        this::lost,
        parts.queue::depth,
        parts.loop::lagNanos,
        this::kubernetesNumbers);
  }

  private SortedMap<String, Long> lost() {
    SortedMap<String, Long> lost = new TreeMap<>(parts.queue.lost());
    lost.put("Note", parts.teller.lost());
    return lost;
  }

  private @Nullable KubernetesNumbers kubernetesNumbers() {
    KubeReport report = parts.kubernetes.get();
    return report == null ? null : report.numbers();
  }

  private SortedMap<String, Object> kubernetesFields() {
    KubeReport report = parts.kubernetes.get();
    return report == null ? Collections.emptySortedMap() : report.fields();
  }

  private SpeakerStatus status() {
    return parts.loop.status(PATIENCE).without(parts.silences.get());
  }

  private StatusReport report() {
    return new StatusReport(
        version,
        Narrator.millisSince(executed),
        Instant.now(),
        status(),
        MembershipReport.fields(parts.membership.status()),
        kubernetesFields(),
        parts.config.get(),
        parts.scheduling.get());
  }

  /** Whether the loop makes progress, and so do the captures: any link that could be one is. */
  Health health() {
    long now = clock.getAsLong();
    List<String> reasons = new ArrayList<>();
    if (now - parts.loop.turnNanos() > STUCK_NANOS) {
      reasons.add("the loop has not moved for " + millis(now - parts.loop.turnNanos()) + " ms");
    }
    if (now - parts.lastWatchNanos.getAsLong() > WATCHER_STUCK_NANOS) {
      reasons.add("the interfaces are not watched");
    }
    for (Port port : parts.ports.all()) {
      Link link = port.link();
      long busySince = link == null ? 0 : link.busySinceNanos();
      if (busySince != 0 && now - busySince > STUCK_NANOS) {
        reasons.add(port.name() + ": the capture is stuck with one frame");
      }
    }
    reasons.addAll(refusals());
    return Health.of(reasons);
  }

  /* One of several that cannot be captured is a link less: to restart the speaker is no help. */
  private List<String> refusals() {
    List<String> refusals = new ArrayList<>();
    for (Port port : parts.ports.all()) {
      if (port.info().canBeOpened()) {
        if (port.refusal().isEmpty()) {
          return List.of();
        }
        refusals.add(port.name() + " is not captured: " + port.refusal());
      }
    }
    return refusals;
  }

  /** Whether the speaker has settled. */
  Health readiness() {
    if (parts.loop.isSettled()) {
      return Health.good();
    }
    KubeReport report = parts.kubernetes.get();
    String cluster = report == null ? "" : report.problem();
    String problem = cluster.isEmpty() ? parts.membership.status().problem() : cluster;
    return Health.of(List.of(problem.isEmpty() ? "not settled yet" : problem));
  }

  private List<MetricSources.Count> answered() {
    List<MetricSources.Count> counts = new ArrayList<>();
    for (Port port : parts.ports.all()) {
      Counters counters = port.responder().counters();
      ToLongFunction<AnswerKind> of = counters::answered;
      long arp = of.applyAsLong(AnswerKind.ARP_REQUEST) + of.applyAsLong(AnswerKind.ARP_PROBE);
      long ndp =
          of.applyAsLong(AnswerKind.SOLICITATION)
              + of.applyAsLong(AnswerKind.DUPLICATE_ADDRESS_PROBE);
      counts.add(new MetricSources.Count(port.name(), "arp", arp));
      counts.add(new MetricSources.Count(port.name(), "ndp", ndp));
    }
    return counts;
  }

  private List<MetricSources.Count> dropped() {
    List<MetricSources.Count> counts = new ArrayList<>();
    for (Port port : parts.ports.all()) {
      Counters counters = port.responder().counters();
      for (DropReason reason : DropReason.values()) {
        String label = reason.name().toLowerCase(Locale.ROOT);
        counts.add(new MetricSources.Count(port.name(), label, counters.dropped(reason)));
      }
      counts.add(new MetricSources.Count(port.name(), "capture_full", port.kernelDrops()));
    }
    return counts;
  }

  private static long millis(long nanos) {
    return nanos / 1_000_000;
  }
}
