package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.chaos.kube.Images;
import dev.starling.chaos.kube.KubeCluster;
import dev.starling.chaos.kube.KubeClusterSetup;
import dev.starling.chaos.kube.KubeEvidence;
import dev.starling.chaos.kube.KubeNeeds;
import dev.starling.chaos.kube.KubeTools;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real kubelets make of the packages. In the speaker's place is a small web server that says
 * that it is well, so that it is the package that is tested, and nothing else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PackagesOnNodesIT {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int NODES = 2;
  private static final String HOME = "starling-system";
  private static final String METALLB = "metallb-system";
  private static final String FIRST_KEY = "zq3Wm9-LkT71vXb4_RpNe8sYh2cGdUo6AiJfKxMtQwE";
  private static final String SECOND_KEY = "Jt6Pw0-QmZ82xVc5_BsNf9uRi3dHeYo7LkWgAyCnTrM";

  /** {@code CAP_NET_RAW} is number 13. */
  private static final String NET_RAW_ONLY = "0000000000002000";

  /** Ends on SIGTERM, which the first process of a container ignores unless it asks for it. */
  private static final String WELL =
      "mkdir /tmp/www && cd /tmp/www && echo ok >healthz && echo ok >readyz"
          + " && httpd -p 127.0.0.1:7473 -h /tmp/www && trap 'exit 0' TERM"
          + " && while :; do sleep 1000 & wait $!; done";

  private @Nullable KubeCluster started;

  @RegisterExtension
  final KubeEvidence evidence = new KubeEvidence(() -> started == null ? null : started.plane());

  private KubeCluster cluster;
  private Kubectl kubectl;
  private Path copy;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    KubeTools tools = KubeNeeds.assumeNodes();
    copy = temporary;
    PackageFiles.copyKustomize(temporary);
    Files.writeString(overlay("dev").resolve("secretkey"), FIRST_KEY + "\n");
    Path image =
        Images.busybox(tools, temporary, "localhost/starling:dev", List.of("/bin/sh", "-c", WELL));
    cluster = KubeCluster.start(KubeClusterSetup.of(NODES, tools, List.of(image)));
    started = cluster;
    kubectl = cluster.plane().kubectl();
    apply("dev");
    awaitRollout(HOME, "starling-speaker");
  }

  @AfterAll
  void close() {
    if (started != null) {
      started.close();
    }
  }

  @Test
  @Order(1)
  void aSpeakerRunsOnEachNodeWithNothingButRawFrames() {
    for (String node : cluster.nodes().keySet()) {
      String pod = pod(node);
      String status = exec(pod, "cat", "/proc/1/status");

      assertThat(status).containsPattern("CapEff:\\s+" + NET_RAW_ONLY);
      assertThat(status).containsPattern("CapBnd:\\s+" + NET_RAW_ONLY);
      assertThat(status).containsPattern("NoNewPrivs:\\s+1");
      assertThat(status).containsPattern("Seccomp:\\s+2");
      assertThat(exec(pod, "sh", "-c", "touch /etc/x 2>/dev/null || echo refused"))
          .isEqualTo("refused");
      assertThat(exec(pod, "sh", "-c", "echo $STARLING_NODE $STARLING_BIND $STARLING_NAMESPACE"))
          .isEqualTo(node + " " + Plan.ipv4Of(node) + " " + HOME);
      assertThat(exec(pod, "cat", "/etc/starling/starling.yaml"))
          .contains("keyFile: /etc/starling-key/secretkey");
      assertThat(exec(pod, "cat", "/etc/starling-key/secretkey")).isEqualTo(FIRST_KEY);
      assertThat(exec(pod, "ls", "-lL", "/etc/starling-key/secretkey")).startsWith("-r--------");
      assertThat(exec(pod, "cat", "/var/run/secrets/kubernetes.io/serviceaccount/namespace"))
          .isEqualTo(HOME);
      assertThat(exec(pod, "sh", "-c", "echo x >/var/cache/starling/x && echo written"))
          .isEqualTo("written");
    }
  }

  /** The kubelet looks about once a minute. */
  @Test
  @Tag("long")
  @Order(2)
  void aNewKeyReachesTheFileWithoutARestart() throws IOException {
    List<String> pods = cluster.nodes().keySet().stream().map(this::pod).toList();

    Files.writeString(overlay("dev").resolve("secretkey"), SECOND_KEY + "\n");
    apply("dev");

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              for (String pod : pods) {
                assertThat(exec(pod, "cat", "/etc/starling-key/secretkey")).isEqualTo(SECOND_KEY);
              }
            });
    for (String pod : pods) {
      assertThat(read(HOME, "pod/" + pod, "{.status.containerStatuses[0].restartCount}"))
          .isEqualTo("0");
    }
  }

  @Test
  @Order(3)
  void besideMetalLbsSpeakerTheBaseWaitsAndItsOverlayRuns() {
    kubectl.run("delete", "daemonset", "starling-speaker", "--namespace=" + HOME);
    kubectl.run("wait", "--for=delete", "pod", "--all", "--namespace=" + HOME, "--timeout=60s");
    kubectl.run("create", "namespace", METALLB);
    kubectl.apply(metalLbsSpeaker());
    awaitRollout(METALLB, "speaker");

    apply("dev");
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(kubectl.run("get", "events", "--namespace=" + HOME))
                    .contains("didn't have free ports"));
    kubectl.run("delete", "daemonset", "starling-speaker", "--namespace=" + HOME);
    kubectl.run(
        "create",
        "secret",
        "generic",
        "memberlist",
        "--namespace=" + METALLB,
        "--from-literal=secretkey=" + FIRST_KEY);
    apply("beside-metallb-controller");

    awaitRollout(METALLB, "starling-speaker");
    assertThat(running("component=speaker")).isEqualTo(NODES);
    assertThat(running("app.kubernetes.io/component=speaker")).isEqualTo(NODES);
  }

  @Test
  @Order(4)
  void aSelectorThatNoNodeHasStopsMetalLbsSpeakerOnAllNodes() {
    kubectl.run(
        "patch",
        "daemonset",
        "speaker",
        "--namespace=" + METALLB,
        "--patch={\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"starling.dev/x\":\"y\"}}}}}");

    await().atMost(LIMIT).until(() -> running("component=speaker") == 0);
    assertThat(running("app.kubernetes.io/component=speaker")).isEqualTo(NODES);
  }

  /** As far as the scheduler sees it. */
  private static String metalLbsSpeaker() {
    return """
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: speaker, namespace: metallb-system}
    spec:
      selector: {matchLabels: {component: speaker}}
      template:
        metadata: {labels: {component: speaker}}
        spec:
          hostNetwork: true
          terminationGracePeriodSeconds: 2
          nodeSelector: {kubernetes.io/os: linux}
          containers:
            - name: speaker
              image: localhost/starling:dev
              command: [/bin/sleep, "1000000"]
              ports:
                - {containerPort: 7946, name: memberlist-tcp}
                - {containerPort: 7946, name: memberlist-udp, protocol: UDP}
    """;
  }

  private Path overlay(String name) {
    return copy.resolve("kustomize/overlays").resolve(name);
  }

  private void apply(String overlay) {
    kubectl.run("apply", "--server-side", "-k", overlay(overlay).toString());
  }

  private void awaitRollout(String namespace, String daemonSet) {
    kubectl.run(
        "rollout",
        "status",
        "daemonset/" + daemonSet,
        "--namespace=" + namespace,
        "--timeout=150s");
  }

  private long running(String selector) {
    return kubectl
        .run("get", "pods", "--namespace=" + METALLB, "--selector=" + selector, "--no-headers")
        .lines()
        .filter(line -> line.contains("Running"))
        .count();
  }

  private String pod(String node) {
    return kubectl.run(
        "get",
        "pods",
        "--namespace=" + HOME,
        "--field-selector=spec.nodeName=" + node,
        "--output=jsonpath={.items[0].metadata.name}");
  }

  private String exec(String pod, String... words) {
    List<String> all = new ArrayList<>(List.of("exec", pod, "--namespace=" + HOME, "--"));
    all.addAll(List.of(words));
    return kubectl.run(all, "").strip();
  }

  private String read(String namespace, String object, String path) {
    return kubectl.run("get", object, "--namespace=" + namespace, "-o", "jsonpath=" + path);
  }
}
