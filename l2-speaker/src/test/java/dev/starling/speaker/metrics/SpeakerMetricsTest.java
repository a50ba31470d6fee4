package dev.starling.speaker.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.ReadmeTable;
import dev.starling.speaker.Samples;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.metrics.MetricSources.Count;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SpeakerMetricsTest {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern SAMPLE = Pattern.compile("(\\w+?)(?:\\{(.*)})? [^ ]+");

  private @Nullable KubernetesNumbers cluster = cluster(2);
  private final AtomicLong sent = new AtomicLong(12);
  private SortedMap<String, Long> keys = new TreeMap<>(Map.of("k1", 3L));
  private final SpeakerMetrics metrics =
      new SpeakerMetrics(
          new MetricSources(
              Samples::status,
              () -> List.of(new Count("eth0", "arp", 5), new Count("eth0", "ndp", 7)),
              () -> List.of(new Count("eth0", "NOT_OURS", 100)),
              sent::get,
              () -> new TreeMap<>(Map.of("BAD_TAG", 2L)),
              () -> keys,
              () -> new TreeMap<>(Map.of("Note", 3L)),
              () -> 4,
              () -> 1_500_000,
              () -> cluster));

  @Test
  void theTableAndTheRegistryAgree() {
    Samples.NOTES.forEach(metrics::note);
    String scraped = metrics.scrape();
    SortedMap<String, String> types = new TreeMap<>();
    scraped
        .lines()
        .map(TYPE::matcher)
        .filter(Matcher::matches)
        .forEach(type -> types.put(type.group(1), type.group(2)));
    SortedMap<String, String> table = new TreeMap<>();
    Metrics.ALL.forEach(
        metric -> table.put(metric.title(), metric.type().name().toLowerCase(Locale.ROOT)));
    assertThat(types).isEqualTo(table);
    for (Metric metric : Metrics.ALL) {
      assertThat(labelsOf(metric, scraped))
          .as(metric.title())
          .isEqualTo(new TreeSet<>(metric.labels()));
      if (!metric.title().endsWith("_max")) {
        assertThat(scraped).contains("# HELP " + metric.title() + " " + metric.doc());
      }
    }
  }

  @Test
  void numbersAreThoseOfTheirSources() {
    Samples.NOTES.forEach(metrics::note);
    assertThat(metrics.scrape().lines())
        .contains(
            "starling_state{state=\"active\"} 1.0",
            "starling_state{state=\"isolated\"} 0.0",
            "starling_state_changes_total{state=\"active\"} 1.0",
            "starling_permit_held 1.0",
            "starling_permit_lost_total 1.0",
            "starling_view_members 2.0",
            "starling_expected_speakers 4.0",
            "starling_views_total{kind=\"change\"} 1.0",
            "starling_views_total{kind=\"merge\"} 1.0",
            "starling_suspicions_total 2.0",
            "starling_owned_ips 1.0",
            "starling_service_ips 2.0",
            "starling_unowned_ips{reason=\"no_candidate\"} 1.0",
            "starling_claims_total{cause=\"death\"} 1.0",
            "starling_releases_total 1.0",
            "starling_failover_duration_seconds_count{cause=\"death\"} 1",
            "starling_failover_duration_seconds_sum{cause=\"death\"} 0.2124",
            "starling_failover_duration_seconds_bucket{cause=\"death\",le=\"0.2\"} 0",
            "starling_failover_duration_seconds_bucket{cause=\"death\",le=\"0.25\"} 1",
            "starling_failover_phase_seconds_sum{phase=\"suspected\"} 0.2031",
            "starling_link_usable{link=\"eth0\"} 1.0",
            "starling_link_usable{link=\"eth1\"} 0.0",
            "starling_link_changes_total{link=\"eth0\"} 1.0",
            "starling_frames_answered_total{family=\"ndp\",link=\"eth0\"} 7.0",
            "starling_frames_dropped_total{link=\"eth0\",reason=\"NOT_OURS\"} 100.0",
            "starling_announcements_total 12.0",
            "starling_conflicts_total{link=\"eth0\"} 1.0",
            "starling_datagrams_dropped_total{reason=\"BAD_TAG\"} 2.0",
            "starling_bad_messages_total 1.0",
            "starling_key_holders{key_id=\"k1\"} 3.0",
            "starling_config_reload_total{result=\"applied\"} 1.0",
            "starling_config_reload_total{result=\"refused\"} 0.0",
            "starling_queue_depth 4.0",
            "starling_loop_lag_seconds 0.0015");
  }

  @Test
  void whatHasNotHappenedYetOnALinkIsCountedAsNone() {
    assertThat(metrics.scrape().lines())
        .contains(
            "starling_conflicts_total{link=\"eth0\"} 0.0",
            "starling_conflicts_total{link=\"eth1\"} 0.0",
            "starling_link_changes_total{link=\"eth0\"} 0.0");
    Samples.NOTES.forEach(metrics::note);
    assertThat(metrics.scrape().lines())
        .contains(
            "starling_conflicts_total{link=\"eth0\"} 1.0",
            "starling_conflicts_total{link=\"eth1\"} 0.0");
  }

  @Test
  void whatIsAnnouncedMeanwhileIsNotCountedAnyMore() {
    assertThat(metrics.scrape())
        .contains("starling_kubernetes_watching{kind=\"services\"} 1.0")
        .contains("starling_kubernetes_writes_total{kind=\"event\",result=\"written\"} 4.0")
        .contains("starling_kubernetes_not_announced{reason=\"ipNotAllowed\"} 2.0");
    cluster = cluster(0);
    assertThat(metrics.scrape())
        .contains("starling_kubernetes_not_announced{reason=\"ipNotAllowed\"} 0.0");
  }

  @Test
  void aSpeakerWithoutAClusterHasNoNumbersOfOne() {
    cluster = null;
    assertThat(metrics.scrape()).doesNotContain("starling_kubernetes");
  }

  private static KubernetesNumbers cluster(long notAnnounced) {
    return new KubernetesNumbers(
        new TreeMap<>(Map.of("services", true, "pods", false)),
        new TreeMap<>(Map.of("services", 500L)),
        new TreeMap<>(Map.of("watch", 7L)),
        3,
        new TreeMap<>(Map.of("event/written", 4L)),
        notAnnounced == 0 ? new TreeMap<>() : new TreeMap<>(Map.of("ipNotAllowed", notAnnounced)));
  }

  @Test
  void laterScrapesSeeLaterNumbers() {
    metrics.scrape();
    sent.set(99);
    metrics.configRefused();
    metrics.note(new Note.Suspected("n2", 1));
    assertThat(metrics.scrape().lines())
        .contains(
            "starling_announcements_total 99.0",
            "starling_config_reload_total{result=\"refused\"} 1.0",
            "starling_suspicions_total 1.0");
  }

  @Test
  void aKeyThatIsGoneHasNoHolders() {
    metrics.scrape();
    keys = new TreeMap<>(Map.of("k2", 3L));
    assertThat(metrics.scrape().lines())
        .contains(
            "starling_key_holders{key_id=\"k1\"} 0.0", "starling_key_holders{key_id=\"k2\"} 3.0");
  }

  @Test
  void labelsWithoutAnEndAreLeftOut() {
    for (int i = 0; i < 2 * Series.MAX_SERIES; i++) {
      metrics.note(new Note.LinkChanged("eth" + i, "new", true));
    }
    assertThat(metrics.scrape().lines().filter(line -> !line.startsWith("#")))
        .hasSizeLessThan(Series.MAX_SERIES + 100);
  }

  @Test
  void failoversWaitForAScrapeButNotForEver() {
    for (int i = 0; i < 2 * FlightQueue.MAX_FLIGHTS; i++) {
      metrics.note(new Note.Failover(Samples.FLIGHT));
    }
    assertThat(metrics.scrape())
        .contains("starling_failover_duration_seconds_count{cause=\"death\"} 1000\n");
  }

  @Test
  void theReadmeHasTheTable() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Metric", "Kind", "Labels", "Meaning"));
    for (Metric metric : Metrics.ALL) {
      rows.add(
          List.of(
              "`" + metric.title() + "`",
              metric.type().name().toLowerCase(Locale.ROOT),
              String.join(", ", metric.labels()),
              metric.doc()));
    }
    ReadmeTable.check("metrics", rows);
  }

  private static SortedSet<String> labelsOf(Metric metric, String scraped) {
    SortedSet<String> labels = new TreeSet<>();
    scraped
        .lines()
        .filter(line -> line.matches("\\Q" + metric.title() + "\\E(_bucket|_count|_sum)?[{ ].*"))
        .map(SAMPLE::matcher)
        .filter(Matcher::matches)
        .filter(sample -> sample.group(2) != null)
        .forEach(
            sample -> {
              for (String pair : sample.group(2).split(",", -1)) {
                labels.add(pair.substring(0, pair.indexOf('=')));
              }
            });
    labels.remove("le");
    return labels;
  }
}
