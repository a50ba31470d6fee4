package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.starling.chaos.kube.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/kubernetes.md tells a user to apply and to type, on a real API server. */
final class PackagesIT extends PackageCase {
  private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
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
    String page = Files.readString(PackageFiles.HOME.resolve("docs/kubernetes.md"));
    List<String> blocks = YAML_BLOCK.matcher(page).results().map(block -> block.group(1)).toList();
    assertThat(blocks).hasSize(2);
    Path own = Files.createDirectories(copy.resolve("own"));
    String text = blocks.getFirst() + blocks.getLast();
    String both = "monitoring, ../starling/kustomize/components/auto-rotate]";
    text = text.replace("monitoring]", both).replace("../starling/", "../");
    Files.writeString(own.resolve("kustomization.yaml"), text);
    Files.writeString(own.resolve("starling.yaml"), "keyFile: k\nkubernetes: {}\n");

    List<JsonNode> objects = build(own);

    JsonNode container =
        PackageFiles.only(objects, "DaemonSet").at("/spec/template/spec/containers/0");
    assertThat(container.path("image").asText()).isEqualTo("images.example.com/starling:0.1.0");
    assertThat(container.path("env").findValuesAsText("name"))
        .contains("STARLING_NODE", "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT");
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
  void theKeyIsRotatedAsThePageSays() throws IOException {
    apply("dev");
    for (String key : List.of("b-first-new-key-6fK2", "c-second-new-key-9dQ7")) {
      String secret =
          kubectl.run(
              "create",
              "secret",
              "generic",
              "memberlist",
              "--namespace=" + NAMESPACE,
              "--from-literal=secretkey=" + key,
              "--dry-run=client",
              "-o",
              "yaml");
      kubectl.apply(secret);
      assertThat(secretKey()).isEqualTo(key);
    }

    writeKey("d-third-new-key-1xM5");
    apply("dev");

    assertThat(secretKey().strip()).isEqualTo("d-third-new-key-1xM5");
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
