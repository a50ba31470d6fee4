package dev.starling.speaker.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.ReadmeTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void theReadmeHasTheTable() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Setting", "Form", "Default", "Limits", "Change needs", "Meaning"));
    for (Setting setting : Settings.ALL) {
      rows.add(
          List.of(
              "`" + setting.key() + "`",
              setting.kind().words(),
              setting.fallback(),
              setting.limits(),
              setting.live() ? "" : "restart",
              setting.doc()));
    }
    ReadmeTable.check("settings", rows);
  }

  @Test
  void keysAreUniqueAndWithinLimits() {
    assertThat(new TreeSet<>(Settings.ALL.stream().map(Setting::key).toList()))
        .hasSameSizeAs(Settings.ALL);
    assertThat(Settings.ALL)
        .allSatisfy(
            setting -> {
              assertThat(setting.min()).isLessThanOrEqualTo(setting.max());
              assertThat(setting.doc()).endsWith(".");
              assertThat(setting.required() && setting.defaultText() != null).isFalse();
            });
  }

  @Test
  void everySettingIsInTheFullFile() {
    for (Setting setting : Settings.ALL) {
      String name = setting.name();
      // The one that rules peers out.
      if (!name.equals("oneNodeCluster")) {
        String full =
            setting.key().startsWith(Settings.KUBERNETES)
                ? KubernetesConfigTest.FULL
                : ConfigFileTest.FULL;
        assertThat(full).contains(name + ":");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          node: n1          | node: n9                     | node
          bind: 10.0.0.1    | bind: 10.0.0.9               | bind
          port: 7947        | port: 7999                   | port
          cluster: herd     | cluster: flock               | cluster
          interval: 25ms    | interval: 30ms               | detection.interval
          timeout: 1s       | timeout: 2s                  | detection.timeout
          observers: 6      | observers: 5                 | detection.observers
          settle: 1m        | settle: 2s                   | settle
          realtime: true    | realtime: false              | realtime
          address: "::"     | address: "::1"               | http.address
          port: 80          | port: 81                     | http.port
          name: n2          | name: n7                     | ''
          keyFile: keys     | keyFile: other               | ''
          ips: [10.0.0.80   | ips: [10.0.0.88              | ''
          policy: unique    | policy: available            | ''
          witness: [10      | witness: [11                 | ''
          drain: true       | drain: false                 | ''
          """)
  void whatIsNotLiveNeedsARestart(String was, String is, String key) {
    SpeakerConfig before = ConfigFileTest.good(ConfigFileTest.FULL);
    SpeakerConfig after =
        ConfigFileTest.good(
            ConfigFileTest.FULL
                .replace(was, is)
                .replace("nodes: [n1", "nodes: [n3")
                .replace("n3, n3", "n3"));
    assertThat(before.restartNeeded(after)).isEqualTo(key.isEmpty() ? List.of() : List.of(key));
    assertThat(Settings.ALL.stream().filter(setting -> setting.key().equals(key)))
        .allSatisfy(setting -> assertThat(setting.live()).isFalse());
  }

  @ParameterizedTest
  @CsvSource({
    "intervall, interval",
    "prot, port",
    "PORT, port",
    "adress, address",
    "x, ",
    "prt, port",
    "ipss, ips",
    "completely, "
  })
  void theNearestWordIsGuessed(String typed, String meant) {
    List<String> known = List.of("interval", "port", "address", "ips");
    assertThat(Nearest.to(typed, known)).isEqualTo(meant);
  }
}
