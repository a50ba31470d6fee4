package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.starling.speaker.config.ConfigFile;
import dev.starling.speaker.config.ConfigResult;
import dev.starling.speaker.config.Setting;
import dev.starling.speaker.config.Settings;
import dev.starling.speaker.config.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files that a user applies agree with each other and with the speaker, without a server. */
final class PackageFilesTest {
  /** What the speaker takes its settings and its fellows' Pods from; see docs/kubernetes.md. */
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "STARLING_NODE", "spec.nodeName",
          "STARLING_BIND", "status.hostIP",
          "STARLING_POD", "metadata.name",
          "STARLING_POD_UID", "metadata.uid",
          "STARLING_NAMESPACE", "metadata.namespace");

  private static final Surroundings NODE = new Surroundings("n1", "192.0.2.11", "starling-system");

  private static final Map<String, String> POD_SELECTOR =
      Map.of("app.kubernetes.io/name", "starling", "app.kubernetes.io/component", "speaker");

  private static final Pattern FIXED_IMAGE = Pattern.compile("[^:]+:(?!latest$)[\\w.-]+");
  private static final int SHUTDOWN_SECONDS_MAX = 5;
  private static final int MEBIBYTES_MAX = 120;

  @Test
  void everyFileIsYaml() throws IOException {
    List<Path> files = PackageFiles.all();

    assertThat(files).hasSizeGreaterThan(15);
    for (Path file : files) {
      assertThat(PackageFiles.documents(file)).as("%s", file).isNotEmpty();
    }
  }

  @Test
  void whatAKustomizationNamesIsThere() throws IOException {
    for (Path file : PackageFiles.all()) {
      if (file.endsWith("kustomization.yaml")) {
        JsonNode kustomization = PackageFiles.documents(file).getFirst();
        for (String list : List.of("resources", "components")) {
          for (String named : PackageFiles.texts(kustomization.path(list))) {
            Path path = Objects.requireNonNull(file.getParent()).resolve(named).normalize();
            assertThat(path).as("named by %s", file).exists();
          }
        }
      }
    }
  }

  @Test
  void everyOverlayIsThereAndNoOther() throws IOException {
    try (Stream<Path> folders = Files.list(PackageFiles.HOME.resolve("kustomize/overlays"))) {
      assertThat(folders.map(folder -> folder.getFileName().toString()).sorted().toList())
          .isEqualTo(PackageFiles.OVERLAYS);
    }
  }

  @Test
  void noImageFloats() throws IOException {
    JsonNode base =
        PackageFiles.documents(PackageFiles.BASE.resolve("kustomization.yaml")).getFirst();
    assertThat(base.has("images")).as("renamed twice, it has two names").isFalse();
    assertThat(container().path("image").asText()).matches(FIXED_IMAGE);
    for (String manifest : List.of("starling.yaml", "starling-beside-metallb-controller.yaml")) {
      List<JsonNode> built =
          PackageFiles.documents(PackageFiles.HOME.resolve("manifests").resolve(manifest));
      assertThat(
              PackageFiles.only(built, "DaemonSet")
                  .at("/spec/template/spec/containers/0/image")
                  .asText())
          .matches(FIXED_IMAGE);
    }
  }

  @Test
  void theSelectorsChooseTheSpeakers() throws IOException {
    JsonNode daemonSet = daemonSet();

    assertThat(texts(daemonSet.at("/spec/selector/matchLabels"))).isEqualTo(POD_SELECTOR);
    assertThat(texts(daemonSet.at("/spec/template/metadata/labels"))).isEqualTo(POD_SELECTOR);
    assertThat(defaultOf("kubernetes.podSelector").split(","))
        .containsExactlyInAnyOrderElementsOf(
            POD_SELECTOR.entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .toList());
    assertThat(volume("key").at("/secret/secretName").asText())
        .isEqualTo(defaultOf("kubernetes.secret"));
  }

  @Test
  void theEnvironmentTellsWhatDiffersBetweenNodes() throws IOException {
    Map<String, String> told = new TreeMap<>();
    for (JsonNode variable : container().path("env")) {
      told.put(
          variable.path("name").asText(), variable.at("/valueFrom/fieldRef/fieldPath").asText());
    }
    assertThat(told).isEqualTo(new TreeMap<>(ENVIRONMENT));
  }

  @Test
  void mountedFoldersAreWholeSoThatTheyChange() throws IOException {
    for (JsonNode mount : container().path("volumeMounts")) {
      assertThat(mount.has("subPath") || mount.has("subPathExpr")).as("%s", mount).isFalse();
    }
    assertThat(mountPath("key")).isEqualTo("/etc/starling-key");
    assertThat(PackageFiles.texts(container().path("args")))
        .containsExactly("speaker", "--config", mountPath("config") + "/starling.yaml");
    assertThat(volume("config").at("/configMap/name").asText()).isEqualTo("starling");
    assertThat(volume("key").at("/secret/secretName").asText()).isEqualTo("memberlist");
  }

  @Test
  void everyConfigurationReadsTheMountedKeyAndIsForKubernetes() throws IOException {
    List<Path> files =
        PackageFiles.all().stream().filter(file -> file.endsWith("starling.yaml")).toList();

    assertThat(files).hasSizeGreaterThanOrEqualTo(PackageFiles.OVERLAYS.size());
    for (Path file : files) {
      if (!file.startsWith(PackageFiles.HOME.resolve("manifests"))) {
        JsonNode configuration = PackageFiles.documents(file).getFirst();
        assertThat(configuration.path("keyFile").asText())
            .isEqualTo(mountPath("key") + "/" + volume("key").at("/secret/items/0/path").asText());
        // It cannot be added live: the page says to annotate and no more.
        assertThat(configuration.at("/kubernetes/drainAnnotation").asText())
            .as("%s", file)
            .isEqualTo("starling.dev/drain");
        assertThat(ConfigFile.parse(Files.readString(file), NODE))
            .as("%s", file)
            .isInstanceOf(ConfigResult.Good.class);
      }
    }
  }

  @Test
  void thePortsAreTheSpeakers() throws IOException {
    String gossip =
        PackageFiles.documents(
                PackageFiles.overlay("beside-metallb-controller").resolve("starling.yaml"))
            .getFirst()
            .path("port")
            .asText();
    portsAre(container(), defaultOf("port"));
    portsAre(built("starling.yaml"), defaultOf("port"));
    portsAre(built("starling-beside-metallb-controller.yaml"), gossip);
    JsonNode service =
        PackageFiles.documents(
                PackageFiles.HOME.resolve("kustomize/components/monitoring/service.yaml"))
            .getFirst();
    assertThat(service.at("/spec/ports/0/targetPort").asText()).isEqualTo("pages");
  }

  /** As the settings are, told to the scheduler, and those that the probes name. */
  private static void portsAre(JsonNode container, String gossip) {
    JsonNode ports = container.path("ports");
    assertThat(ports).hasSize(2);
    for (String which : List.of("containerPort", "hostPort")) {
      assertThat(named(ports, "gossip").path(which).asText()).isEqualTo(gossip);
      assertThat(named(ports, "pages").path(which).asText()).isEqualTo(defaultOf("http.port"));
    }
    assertThat(named(ports, "gossip").path("protocol").asText()).isEqualTo("UDP");
    assertThat(named(ports, "pages").path("protocol").asText()).isEqualTo("TCP");
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode get = container.path(probe).path("httpGet");
      assertThat(get.path("port").asText()).isEqualTo("pages");
      assertThat(get.path("host").asText()).isEqualTo(defaultOf("http.address"));
    }
  }

  private static JsonNode built(String manifest) throws IOException {
    Path file = PackageFiles.HOME.resolve("manifests").resolve(manifest);
    return PackageFiles.only(PackageFiles.documents(file), "DaemonSet")
        .at("/spec/template/spec/containers/0");
  }

  @Test
  void theGraceFitsTheDrainAndTheLimitTheMemory() throws IOException {
    JsonNode pod = daemonSet().at("/spec/template/spec");

    assertThat(pod.path("terminationGracePeriodSeconds").asInt())
        .isGreaterThan(SHUTDOWN_SECONDS_MAX);
    assertThat(container().at("/resources/limits").has("cpu")).isFalse();
    String limit = container().at("/resources/limits/memory").asText();
    assertThat(limit).endsWith("Mi");
    assertThat(Integer.parseInt(limit.substring(0, limit.length() - 2)))
        .isGreaterThan(MEBIBYTES_MAX * 3 / 2);
  }

  @Test
  void noRuleIsWiderThanItSaysAndEachSaysWhy() throws IOException {
    for (String file : List.of("base/rbac.yaml", "components/auto-rotate/rbac.yaml")) {
      Path path = PackageFiles.HOME.resolve("kustomize").resolve(file);
      List<String> lines = Files.readAllLines(path);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).startsWith("  - apiGroups")) {
          assertThat(lines.get(i - 1).strip()).as("%s:%d", file, i).matches("#.*|verbs:.*");
        }
      }
      for (JsonNode object : PackageFiles.documents(path)) {
        object.path("rules").forEach(PackageFilesTest::isNarrow);
      }
    }
  }

  private static void isNarrow(JsonNode rule) {
    assertThat(rule.toString()).doesNotContain("*");
    if (PackageFiles.texts(rule.path("resources")).contains("secrets")) {
      assertThat(PackageFiles.texts(rule.path("resourceNames"))).containsExactly("memberlist");
      assertThat(PackageFiles.texts(rule.path("verbs")))
          .doesNotContain("list", "create", "delete", "deletecollection");
    }
  }

  private static JsonNode daemonSet() throws IOException {
    return PackageFiles.documents(PackageFiles.BASE.resolve("daemonset.yaml")).getFirst();
  }

  private static JsonNode container() throws IOException {
    return daemonSet().at("/spec/template/spec/containers/0");
  }

  private static String mountPath(String name) throws IOException {
    return named(container().path("volumeMounts"), name).path("mountPath").asText();
  }

  private static JsonNode volume(String name) throws IOException {
    return named(daemonSet().at("/spec/template/spec/volumes"), name);
  }

  private static JsonNode named(JsonNode list, String name) {
    for (JsonNode each : list) {
      if (each.path("name").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("nothing is named " + name);
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  private static String defaultOf(String key) {
    Setting setting =
        Settings.ALL.stream().filter(each -> each.key().equals(key)).findFirst().orElseThrow();
    return Objects.requireNonNull(setting.defaultText());
  }
}
