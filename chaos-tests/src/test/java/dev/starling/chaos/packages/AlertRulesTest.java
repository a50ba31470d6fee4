package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.starling.membership.DropReason;
import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.kube.model.WithheldReason;
import dev.starling.speaker.metrics.Metric;
import dev.starling.speaker.metrics.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alert rules speak of metrics and of values that there are. */
final class AlertRulesTest {
  private static final Path FOLDER = PackageFiles.HOME.resolve("kustomize/components/monitoring");
  private static final Pattern METRIC = Pattern.compile("(starling_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(?:=~?|!~|!=)\"([^\"]*)\"");

  private static final Map<String, List<String>> VALUES =
      Map.of(
          "reason", reasons(),
          "state", words(SpeakerState.values()),
          "cause", words(FlightRecord.Cause.values()),
          "kind", List.of("services", "endpointslices", "nodes", "pods", "writer"),
          "result", List.of("applied", "refused", "ended"));

  @Test
  void everyMetricAndLabelOfARuleExists() throws IOException {
    for (JsonNode rule : rules()) {
      Matcher metrics = METRIC.matcher(rule.path("expr").asText());
      while (metrics.find()) {
        Metric metric = metric(metrics.group(1));
        Matcher labels = MATCHER.matcher(metrics.group(2) == null ? "" : metrics.group(2));
        while (labels.find()) {
          assertThat(metric.labels()).as("%s", rule).contains(labels.group(1));
          assertThat(VALUES.get(labels.group(1)))
              .as("%s", rule)
              .containsAll(Arrays.asList(labels.group(2).split("\\|", -1)));
        }
      }
    }
  }

  @Test
  void everyRuleSaysWhatToThinkOfIt() throws IOException {
    List<JsonNode> rules = rules();

    assertThat(rules).hasSizeGreaterThan(10);
    assertThat(rules.stream().map(rule -> rule.path("alert").asText())).doesNotHaveDuplicates();
    for (JsonNode rule : rules) {
      assertThat(rule.path("alert").asText()).startsWith("Starling");
      assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
      assertThat(rule.at("/annotations/summary").asText()).isNotBlank();
      assertThat(rule.at("/annotations/description").asText()).isNotBlank();
    }
  }

  @Test
  void theScrapeFindsTheServiceAndTheRulesItsJob() throws IOException {
    JsonNode service = PackageFiles.documents(FOLDER.resolve("service.yaml")).getFirst();
    JsonNode monitor = PackageFiles.documents(FOLDER.resolve("servicemonitor.yaml")).getFirst();
    String name =
        PackageFiles.documents(FOLDER.resolve("kustomization.yaml"))
            .getFirst()
            .at("/labels/0/pairs/app.kubernetes.io~1name")
            .asText();
    JsonNode wanted = monitor.at("/spec/selector/matchLabels");

    assertThat(wanted.path("app.kubernetes.io/name").asText()).isEqualTo(name);
    assertThat(wanted.path("app.kubernetes.io/component"))
        .isEqualTo(service.at("/metadata/labels/app.kubernetes.io~1component"));
    assertThat(monitor.at("/spec/endpoints/0/port")).isEqualTo(service.at("/spec/ports/0/name"));
    assertThat(rules().stream().map(rule -> rule.path("expr").asText()))
        .filteredOn(expression -> expression.contains("job="))
        .isNotEmpty()
        .allMatch(
            expression ->
                expression.contains("job=\"" + service.at("/metadata/name").asText() + "\""));
  }

  private static List<JsonNode> rules() throws IOException {
    List<JsonNode> rules = new ArrayList<>();
    PackageFiles.documents(FOLDER.resolve("prometheusrule.yaml"))
        .getFirst()
        .at("/spec/groups/0/rules")
        .forEach(rules::add);
    return rules;
  }

  private static Metric metric(String title) {
    return Metrics.ALL.stream()
        .filter(metric -> metric.title().equals(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + title));
  }

  private static List<String> reasons() {
    List<String> reasons = new ArrayList<>(words(DropReason.values()));
    Stream.of(WithheldReason.values()).map(WithheldReason::word).forEach(reasons::add);
    return reasons;
  }

  private static List<String> words(Enum<?>[] values) {
    return Stream.of(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }
}
