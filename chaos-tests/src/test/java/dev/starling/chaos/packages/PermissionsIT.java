package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.kube.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the speaker's ServiceAccount and Pod may do, asked of a real API server. */
final class PermissionsIT extends PackageCase {
  private static final String USER = "system:serviceaccount:" + NAMESPACE + ":starling-speaker";

  /** The API server takes up changed rules a moment later. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final String ONLY_SECRET =
      "/api/v1/namespaces/starling-system/secrets"
          + "?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Dmemberlist";
  private static final String ANY_SECRET =
      "/api/v1/namespaces/starling-system/secrets?watch=1&timeoutSeconds=1";

  /** Each a verb, a resource, a namespace or - for all, and maybe a name. */
  private static final List<String> MUST =
      List.of(
          "list services -",
          "watch services -",
          "list nodes -",
          "watch nodes -",
          "list endpointslices.discovery.k8s.io -",
          "watch endpointslices.discovery.k8s.io -",
          "create events -",
          "create events starling-system",
          "list pods starling-system",
          "watch pods starling-system",
          "get secrets starling-system memberlist",
          "watch secrets starling-system memberlist",
          "list ipaddresspools.metallb.io starling-system",
          "watch l2advertisements.metallb.io starling-system",
          "create servicel2statuses.metallb.io starling-system",
          "patch servicel2statuses.metallb.io starling-system l2-x",
          "delete servicel2statuses.metallb.io starling-system l2-x",
          "patch servicel2statuses.metallb.io/status starling-system l2-x");

  private static final List<String> MUST_NOT =
      List.of(
          "list secrets -",
          "list secrets starling-system",
          "list secrets starling-system memberlist",
          "watch secrets starling-system",
          "get secrets starling-system other",
          "get secrets default memberlist",
          "get secrets kube-system memberlist",
          "create secrets starling-system",
          "update secrets starling-system memberlist",
          "patch secrets starling-system memberlist",
          "delete secrets starling-system memberlist",
          "get services default web",
          "delete services default",
          "update services default",
          "patch services/status default",
          "patch nodes - n1",
          "patch nodes/status - n1",
          "list pods -",
          "list pods default",
          "create pods starling-system",
          "create pods/exec starling-system",
          "delete pods starling-system",
          "get configmaps starling-system",
          "list ipaddresspools.metallb.io default",
          "patch ipaddresspools.metallb.io starling-system",
          "deletecollection servicel2statuses.metallb.io starling-system",
          "create servicel2statuses.metallb.io default",
          "list events -",
          "patch events default",
          "delete events default",
          "create serviceaccounts/token starling-system starling-speaker",
          "impersonate users -",
          "bind clusterroles.rbac.authorization.k8s.io -",
          "create customresourcedefinitions.apiextensions.k8s.io -");

  private static final Pattern CHECK = Pattern.compile("[:,] ([A-Za-z -]+) \\(");
  private static final ObjectMapper JSON = new ObjectMapper();

  @BeforeEach
  void applyTheKeyAndTheBase() {
    apply("dev");
  }

  @Test
  void itMayDoWhatItNeedsAndNotWhatItDoesNot() {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(allowedOf(MUST)).isEqualTo(MUST);
              assertThat(allowedOf(MUST_NOT)).isEmpty();
            });
  }

  @Test
  void whatItMayDoIsWhatThePageSaysAndNothingElse() {
    List<String> everywhere =
        List.of(
            "endpointslices.discovery.k8s.io [] [] [list watch]",
            "events [] [] [create]",
            "nodes [] [] [list watch]",
            "services [] [] [list watch]");
    List<String> atHome = new ArrayList<>(everywhere);
    atHome.addAll(
        List.of(
            "ipaddresspools.metallb.io [] [] [list watch]",
            "l2advertisements.metallb.io [] [] [list watch]",
            "pods [] [] [list watch]",
            "secrets [] [memberlist] [get watch]",
            "servicel2statuses.metallb.io [] [] [list watch create patch delete]",
            "servicel2statuses.metallb.io/status [] [] [patch]"));

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(rulesIn(NAMESPACE)).containsExactlyInAnyOrderElementsOf(atHome);
              assertThat(rulesIn("default")).containsExactlyElementsOf(everywhere);
              assertThat(rulesIn(METALLB)).containsExactlyElementsOf(everywhere);
            });
  }

  @Test
  void autoRotateMayWriteThatOneSecret() {
    List<String> more = List.of("patch secrets starling-system memberlist");
    List<String> neverTheLess =
        List.of(
            "create secrets starling-system",
            "update secrets starling-system memberlist",
            "delete secrets starling-system memberlist",
            "patch secrets starling-system other",
            "list secrets starling-system");
    apply("auto-rotate");
    try {
      await().atMost(LIMIT).untilAsserted(() -> assertThat(allowedOf(more)).isEqualTo(more));
      assertThat(allowedOf(neverTheLess)).isEmpty();
    } finally {
      kubectl.run(
          "delete", "role,rolebinding", "--namespace=" + NAMESPACE, "starling-speaker-rotate");
    }
    await().atMost(LIMIT).untilAsserted(() -> assertThat(allowedOf(more)).isEmpty());
  }

  @Test
  void withItsTokenItWatchesTheOneSecretWithoutListing() {
    Kubectl speaker = kubectl.as(plane.kubeconfig(NAMESPACE, "starling-speaker"));

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(speaker.attempt(List.of("get", "--raw", ONLY_SECRET), "").output())
                    .contains("\"type\":\"ADDED\"")
                    .contains("\"name\":\"memberlist\""));
    for (List<String> words :
        List.of(
            List.of("get", "--raw", ANY_SECRET),
            List.of("get", "secrets", "--namespace=" + NAMESPACE),
            List.of("get", "secrets", "--all-namespaces"))) {
      Outcome refused = speaker.attempt(words, "");
      assertThat(refused.isSuccess()).as("%s", words).isFalse();
      assertThat(refused.error()).contains("forbidden");
    }
  }

  @Test
  void itsPodIsAdmittedInItsNamespaceWithThePriorityOfNodesOwn() {
    List<String> create =
        List.of("create", "--dry-run=server", "-f", "-", "--namespace=" + NAMESPACE);

    Outcome created = kubectl.attempt(create, pod().toString());

    assertThat(created.error()).isEmpty();
    assertThat(created.isSuccess()).isTrue();
  }

  @Test
  void ofBaselineItBreaksWhatThePageSaysAndNoMore() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata:
          name: strict
          labels: {pod-security.kubernetes.io/enforce: baseline}
        """);
    List<String> create = List.of("create", "--dry-run=server", "-f", "-", "--namespace=strict");

    Outcome refused = kubectl.attempt(create, pod().toString());

    List<String> broken =
        CHECK.matcher(refused.error()).results().map(check -> check.group(1)).toList();
    assertThat(refused.isSuccess()).isFalse();
    assertThat(broken).contains("host namespaces", "hostPort", "non-default capabilities");
    // The last one is a rule since Kubernetes 1.34.
    assertThat(broken)
        .isSubsetOf(
            "host namespaces", "hostPort", "non-default capabilities", "probe or lifecycle host");
  }

  /** A Pod as the DaemonSet's controller would make it. */
  private ObjectNode pod() {
    JsonNode daemonSet = PackageFiles.only(build(copy.resolve("kustomize/base")), "DaemonSet");
    ObjectNode pod = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("name", "speaker");
    metadata.set("labels", daemonSet.at("/spec/template/metadata/labels"));
    pod.set("spec", daemonSet.at("/spec/template/spec"));
    return pod;
  }

  /** Which of {@code asked} the ServiceAccount may do; the question of kubectl auth can-i. */
  private List<String> allowedOf(List<String> asked) {
    StringBuilder reviews = new StringBuilder();
    asked.forEach(each -> reviews.append(review(each)).append('\n'));
    List<String> answers =
        kubectl
            .run(
                List.of("create", "-f", "-", "-o", "jsonpath={.status.allowed}{\"\\n\"}"),
                reviews.toString())
            .lines()
            .toList();
    assertThat(answers).hasSameSizeAs(asked);
    return asked.stream().filter(each -> answers.get(asked.indexOf(each)).equals("true")).toList();
  }

  private static ObjectNode review(String asked) {
    List<String> words = List.of(asked.split(" ", -1));
    String[] resource = words.get(1).split("/", -1);
    int dot = resource[0].indexOf('.');
    ObjectNode review =
        JSON.createObjectNode()
            .put("apiVersion", "authorization.k8s.io/v1")
            .put("kind", "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec").put("user", USER);
    spec.putArray("groups")
        .add("system:serviceaccounts")
        .add("system:serviceaccounts:" + NAMESPACE)
        .add("system:authenticated");
    spec.putObject("resourceAttributes")
        .put("verb", words.get(0))
        .put("group", dot < 0 ? "" : resource[0].substring(dot + 1))
        .put("resource", dot < 0 ? resource[0] : resource[0].substring(0, dot))
        .put("subresource", resource.length > 1 ? resource[1] : "")
        .put("namespace", words.get(2).equals("-") ? "" : words.get(2))
        .put("name", words.size() > 3 ? words.get(3) : "");
    return review;
  }

  /** The rules for the ServiceAccount in a namespace, sorted, but for what everybody may do. */
  private List<String> rulesIn(String namespace) {
    return kubectl
        .run("auth", "can-i", "--list", "--no-headers", "--as=" + USER, "--namespace=" + namespace)
        .lines()
        .map(line -> line.strip().replaceAll("\\s+", " "))
        .filter(line -> !line.startsWith("[") && !line.startsWith("selfsubject"))
        .sorted()
        .toList();
  }
}
