package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.kube.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/kubernetes.md tells a user to apply and to type, on a real API server. */
final class PackagesIT extends PackageCase {
  private static final Path PAGE = PackageFiles.HOME.resolve("docs/kubernetes.md");
  private static final String PATCHES = "patches:\n";
  private static final Pattern PATCH =
      Pattern.compile("patch daemonset speaker --type (\\w+) \\\\\\s+-p '([^']+)'");

  @ParameterizedTest
  @ValueSource(strings = {"auto-rotate", "beside-metallb-controller", "dev", "monitoring"})
  void anOverlayIsAcceptedWithoutAWordAndThenTheSame(String name) {
    String folder = overlay(name).toString();

    Outcome applied = kubectl.attempt(List.of("apply", "--server-side", "-k", folder), "");
    assertThat(applied.error()).isEmpty();
    assertThat(applied.isSuccess()).isTrue();

    Outcome difference = kubectl.attempt(List.of("diff", "--server-side", "-k", folder), "");
    assertThat(difference.output()).isEmpty();
    assertThat(difference.exitCode()).isZero();
  }

  @Test
  void thePlainManifestsAreWhatIsBuilt() throws IOException {
    Path manifests = PackageFiles.HOME.resolve("manifests");

    assertThat(PackageFiles.documents(manifests.resolve("starling.yaml")))
        .as("bin/manifests writes it")
        .isEqualTo(build(copy.resolve("kustomize/base")));
    assertThat(PackageFiles.documents(manifests.resolve("starling-beside-metallb-controller.yaml")))
        .as("bin/manifests writes it")
        .isEqualTo(build(overlay("beside-metallb-controller")));
  }

  @Test
  void besideTheControllerNothingIsElsewhereAndTheNamespaceIsNotOurs() {
    List<JsonNode> objects = build(overlay("beside-metallb-controller"));

    assertThat(objects).noneMatch(object -> object.path("kind").asText().equals("Namespace"));
    for (JsonNode object : objects) {
      if (!object.path("kind").asText().startsWith("Cluster")) {
        assertThat(object.at("/metadata/namespace").asText()).as("%s", object).isEqualTo(METALLB);
      }
      for (JsonNode subject : object.path("subjects")) {
        assertThat(subject.path("namespace").asText()).isEqualTo(METALLB);
      }
    }
  }

  @Test
  void takenAwayItLeavesMetalLbsOwn() {
    apply("beside-metallb-controller");
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: memberlist, namespace: metallb-system}
        stringData: {secretkey: made-by-the-controller}
        ---
        apiVersion: metallb.io/v1beta1
        kind: IPAddressPool
        metadata: {name: rack, namespace: metallb-system}
        spec: {addresses: [192.0.2.0/28]}
        """);

    kubectl.run("delete", "-k", overlay("beside-metallb-controller").toString());

    assertThat(read(METALLB, "namespace/" + METALLB, "{.status.phase}")).isEqualTo("Active");
    assertThat(read(METALLB, "secret/memberlist", "{.metadata.name}")).isEqualTo("memberlist");
    assertThat(read(METALLB, "ipaddresspool/rack", "{.metadata.name}")).isEqualTo("rack");
    assertThat(kubectl.run("get", "daemonset", "-n", METALLB)).doesNotContain("starling");
  }

  @Test
  void autoRotateAddsOneSettingAndOnePermission() {
    List<JsonNode> added = new ArrayList<>(build(overlay("auto-rotate")));
    List<JsonNode> base = build(copy.resolve("kustomize/base"));
    String configuration =
        PackageFiles.only(added, "ConfigMap").path("data").path("starling.yaml").asText();

    JsonNode settings = PackageFiles.documents(configuration).getFirst();
    assertThat(settings.at("/kubernetes/autoRotate").asText()).isEqualTo("24h");
    added.removeAll(base);
    assertThat(added.stream().map(PackagesIT::name))
        .containsExactlyInAnyOrder(
            "Role starling-speaker-rotate",
            "RoleBinding starling-speaker-rotate",
            "ConfigMap starling");
  }

  @Test
  void theKustomizationsOfThePageBuild() throws IOException {
    String both = "monitoring, ../starling/kustomize/components/auto-rotate]";
    String text = kustomizationOfThePage("configMapGenerator").replace("monitoring]", both);
    assertThat(patchesOfThePage()).hasSize(3);
    Path own = folder("own", text + PATCHES + String.join("", patchesOfThePage()));
    Files.writeString(own.resolve("starling.yaml"), "keyFile: k\nkubernetes: {}\n");

    List<JsonNode> objects = build(own);

    JsonNode container =
        PackageFiles.only(objects, "DaemonSet").at("/spec/template/spec/containers/0");
    assertThat(container.path("image").asText()).isEqualTo("images.example.com/starling:0.1.0");
    assertThat(container.path("env").findValuesAsText("name"))
        .contains("STARLING_NODE", "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT")
        .contains("_JAVA_OPTIONS");
    assertThat(container.at("/resources/limits/memory").asText()).isEqualTo("512Mi");
    assertThat(PackageFiles.ports(container))
        .containsEntry("gossip", "7946 7946")
        .containsEntry("pages", "7474 7474");
    assertThat(PackageFiles.only(objects, "ConfigMap").at("/data/starling.yaml").asText())
        .isEqualTo("keyFile: k\nkubernetes: {}\n");
    assertThat(objects.stream().map(PackagesIT::name))
        .contains("Role starling-speaker-rotate", "PrometheusRule starling-speaker");
    for (JsonNode object : objects) {
      assertThat(object.at("/metadata/labels/app.kubernetes.io~1name").asText())
          .as("%s", name(object))
          .isEqualTo("starling");
    }
  }

  @Test
  void withHelmTheSecretHasItsNameInAllThreePlaces() throws IOException {
    String pages =
        patchesOfThePage().stream()
            .filter(patch -> patch.contains("7474"))
            .findFirst()
            .orElseThrow();
    Path helm = folder("helm", kustomizationOfThePage("metallb-memberlist") + pages);

    List<JsonNode> objects = build(helm);

    JsonNode pod = PackageFiles.only(objects, "DaemonSet").at("/spec/template/spec");
    String secret = pod.at("/volumes").findPath("secretName").asText();
    assertThat(secret).isEqualTo("metallb-memberlist");
    assertThat(pod.at("/volumes").findPath("items").at("/0/path").asText()).isEqualTo("secretkey");
    assertThat(PackageFiles.only(objects, "Role").findPath("resourceNames").toString())
        .isEqualTo("[\"" + secret + "\"]");
    assertThat(PackageFiles.ports(pod.at("/containers/0")))
        .containsEntry("gossip", "7947 7947")
        .containsEntry("pages", "7474 7474");
    ObjectNode settings = (ObjectNode) settingsOf(objects);
    assertThat(((ObjectNode) settings.path("kubernetes")).remove("secret").asText())
        .isEqualTo(secret);
    assertThat(settings)
        .as("the others are the overlay's")
        .isEqualTo(settingsOf(build(overlay("beside-metallb-controller"))));
    kubectl.run("apply", "--server-side", "--dry-run=server", "-k", helm.toString());
  }

  @Test
  void theKeyIsRotatedAsThePageSays() throws IOException, InterruptedException {
    apply("dev");
    for (String key : List.of("b-first-new-key-6fK2", "c-second-new-key-9dQ7")) {
      type(KeyCommandsTest.rotation(), key);

      assertThat(secretKey().strip()).isEqualTo(key);
      assertThat(read(NAMESPACE, "secret/memberlist", "{.metadata.annotations}")).isEmpty();
    }
    apply("dev");
    assertThat(secretKey().strip()).as("it stays").isEqualTo("c-second-new-key-9dQ7");

    writeKey("d-third-new-key-1xM5");
    apply("dev");

    assertThat(secretKey().strip()).isEqualTo("d-third-new-key-1xM5");
  }

  @Test
  void aKeyThatAnotherHasWrittenIsReplacedAsThePageSays() throws IOException, InterruptedException {
    apply("dev");
    String patch = "{\"stringData\":{\"secretkey\":\"e-leaders-key-7hT3\"}}";
    kubectl.run("patch", "secret", "memberlist", "--namespace=" + NAMESPACE, "--patch=" + patch);

    type(KeyCommandsTest.rotation(), "f-new-key-of-a-person-5pV8");

    assertThat(secretKey().strip()).isEqualTo("f-new-key-of-a-person-5pV8");
    apply("dev");
  }

  @Test
  void autoRotateBeginsAsItsCommentSays() throws IOException, InterruptedException {
    Path file = overlay("auto-rotate").resolve("kustomization.yaml");
    String text = Files.readString(file);
    Files.writeString(file, text.replace(NAMESPACE, "fresh-system"));
    try {
      type(Blocks.ofComment(file), "g-first-key-of-a-cluster-2kW9");

      assertThat(read("fresh-system", "secret/memberlist", "{.data.secretkey}")).isNotEmpty();
      assertThat(read("fresh-system", "daemonset/starling-speaker", "{.metadata.name}"))
          .isEqualTo("starling-speaker");
    } finally {
      Files.writeString(file, text);
    }
  }

  /** Types commands, with a key generator that makes {@code key}. */
  private void type(String commands, String key) throws IOException, InterruptedException {
    UserShell shell = new UserShell(copy);
    shell.program("bin/starling", "echo " + key);
    String path = plane.setup().tools().folder().toString();
    String cache = copy.resolve("cache").toString();
    Map<String, String> environment =
        Map.of("KUBECONFIG", plane.kubeconfig().toString(), "KUBECACHEDIR", cache, "KUBERC", "off");
    Outcome outcome = shell.run(commands, path, environment);
    assertThat(outcome.error()).isEmpty();
    assertThat(outcome.isSuccess()).isTrue();
  }

  private Path folder(String name, String kustomization) throws IOException {
    Path folder = Files.createDirectories(copy.resolve(name));
    String text = kustomization.replace("../starling/", "../");
    Files.writeString(folder.resolve("kustomization.yaml"), text);
    return folder;
  }

  private static String kustomizationOfThePage(String word) throws IOException {
    return Blocks.of(PAGE, "yaml").stream()
        .filter(block -> block.contains("kind: Kustomization") && block.contains(word))
        .findFirst()
        .orElseThrow();
  }

  /** The patches of the page that are for any kustomization. */
  private static List<String> patchesOfThePage() throws IOException {
    return Blocks.of(PAGE, "yaml").stream()
        .filter(block -> block.startsWith(PATCHES))
        .map(block -> block.substring(PATCHES.length()))
        .toList();
  }

  private static JsonNode settingsOf(List<JsonNode> objects) {
    String text = PackageFiles.only(objects, "ConfigMap").at("/data/starling.yaml").asText();
    return PackageFiles.documents(text).getFirst();
  }

  @Test
  void metalLbsSpeakerIsStoppedAndStartedAgainAsThePageSays() throws IOException {
    kubectl.apply(
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: speaker, namespace: metallb-system}
        spec:
          selector: {matchLabels: {component: speaker}}
          template:
            metadata: {labels: {component: speaker}}
            spec:
              nodeSelector: {kubernetes.io/os: linux}
              containers: [{name: speaker, image: 'metallb:test'}]
        """);
    List<MatchResult> patches =
        PATCH
            .matcher(Files.readString(PackageFiles.HOME.resolve("docs/kubernetes.md")))
            .results()
            .toList();
    String selector = "{.spec.template.spec.nodeSelector}";
    String before = read(METALLB, "daemonset/speaker", selector);
    assertThat(patches).hasSize(2);

    patchSpeaker(patches.getFirst());
    assertThat(read(METALLB, "daemonset/speaker", selector))
        .contains("\"starling.dev/metallb-speaker\":\"no-node\"");

    patchSpeaker(patches.getLast());
    assertThat(read(METALLB, "daemonset/speaker", selector)).isEqualTo(before);
  }

  private void patchSpeaker(MatchResult patch) {
    kubectl.run(
        "patch",
        "daemonset",
        "speaker",
        "--namespace=" + METALLB,
        "--type=" + patch.group(1),
        "--patch=" + patch.group(2));
  }

  private String secretKey() {
    String encoded = read(NAMESPACE, "secret/memberlist", "{.data.secretkey}");
    return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
  }

  private String read(String namespace, String object, String path) {
    return kubectl.run("get", object, "--namespace=" + namespace, "-o", "jsonpath=" + path);
  }

  private static String name(JsonNode object) {
    return object.path("kind").asText() + " " + object.at("/metadata/name").asText();
  }
}
