package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.starling.speaker.config.Setting;
import dev.starling.speaker.config.Settings;
import dev.starling.speaker.kube.model.FaultReason;
import dev.starling.speaker.kube.model.NodeExclusion;
import dev.starling.speaker.kube.model.WithheldReason;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/kubernetes.md tells every word that a user may meet, and its links lead somewhere. */
final class KubernetesPageTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)#?([^)]*)\\)");
  private static final int COLUMNS_OF_SETTINGS = 4;
  private static final Pattern FOLDER = Pattern.compile("`((?:kustomize|manifests)/[\\w/.-]+)`");

  @Test
  void itExplainsEveryReason() throws IOException {
    List<String> words = new ArrayList<>();
    Stream.of(WithheldReason.values()).map(WithheldReason::word).forEach(words::add);
    Stream.of(NodeExclusion.values()).map(Enum::name).forEach(words::add);
    Stream.of(FaultReason.values()).map(Enum::name).forEach(words::add);

    assertThat(rowsOfWords()).containsAll(words);
  }

  @Test
  void itHasEverySettingForKubernetes() throws IOException {
    List<String> settings =
        Settings.ALL.stream()
            .map(Setting::key)
            .filter(key -> key.startsWith("kubernetes."))
            .map(key -> key.substring("kubernetes.".length()))
            .filter(key -> !key.contains("[]"))
            .toList();

    assertThat(settings).hasSizeGreaterThan(10);
    assertThat(rowsOfWords()).containsAll(settings);
  }

  @Test
  void itSaysWhichSettingsNeedARestart() throws IOException {
    for (Setting setting : Settings.ALL) {
      String name = setting.name();
      if (setting.key().equals("kubernetes." + name)) {
        List<String> row =
            page()
                .lines()
                .filter(line -> line.startsWith("| `" + name + "` |"))
                .map(line -> List.of(line.split("\\|", -1)))
                .filter(cells -> cells.size() == COLUMNS_OF_SETTINGS + 2)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of " + name));
        assertThat(row.get(3).strip()).as(name).isEqualTo(setting.live() ? "" : "restart");
      }
    }
  }

  @Test
  void itHasEveryAlert() throws IOException {
    List<String> alerts = new ArrayList<>();
    JsonNode rules =
        PackageFiles.documents(
                PackageFiles.HOME.resolve("kustomize/components/monitoring/prometheusrule.yaml"))
            .getFirst()
            .at("/spec/groups/0/rules");
    rules.forEach(rule -> alerts.add(rule.path("alert").asText()));

    assertThat(rowsOfWords()).containsAll(alerts);
  }

  @Test
  void whatItNamesIsThere() throws IOException {
    String page = page();

    for (MatchResult named : FOLDER.matcher(page).results().toList()) {
      assertThat(PackageFiles.HOME.resolve(named.group(1))).exists();
    }
    for (String overlay : PackageFiles.OVERLAYS) {
      assertThat(page).contains("`kustomize/overlays/" + overlay + "`");
    }
    for (MatchResult link : LINK.matcher(page).results().toList()) {
      String target = link.group(1).isEmpty() ? "kubernetes.md" : link.group(1);
      String text = Files.readString(PackageFiles.HOME.resolve("docs").resolve(target));
      if (!link.group(2).isEmpty()) {
        assertThat(headings(text)).as("%s", link.group()).contains(link.group(2));
      }
    }
  }

  private static String page() throws IOException {
    return Files.readString(PackageFiles.HOME.resolve("docs/kubernetes.md"));
  }

  /** What stands in back quotes in the first column of the tables. */
  private static List<String> rowsOfWords() throws IOException {
    return page()
        .lines()
        .filter(line -> line.startsWith("| "))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
        .map(word -> word.group(1))
        .toList();
  }

  /** The names that GitHub gives to the headings of a page. */
  private static List<String> headings(String page) {
    return page.lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w -]", "").replace(' ', '-'))
        .toList();
  }
}
