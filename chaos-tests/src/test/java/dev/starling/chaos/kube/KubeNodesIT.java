package dev.starling.chaos.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two real nodes run what a real control plane tells them, without power and with it again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubeNodesIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String IMAGE = "starling.test/busybox:1";

  private static final String DAEMONS =
      """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: host, namespace: default}
      spec:
        selector: {matchLabels: {app: host}}
        template:
          metadata: {labels: {app: host}}
          spec:
            hostNetwork: true
            terminationGracePeriodSeconds: 0
            containers:
              - {name: main, image: %1$s, imagePullPolicy: Never}
      ---
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: web, namespace: default}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            terminationGracePeriodSeconds: 0
            containers:
              - name: main
                image: %1$s
                imagePullPolicy: Never
                command: [/bin/httpd, -f, -p, "80", -h, /etc]
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: web, namespace: default}
      spec:
        type: LoadBalancer
        ipFamilyPolicy: PreferDualStack
        selector: {app: web}
        ports: [{port: 80}]
      """
          .formatted(IMAGE);

  private @Nullable KubeCluster started;

  @RegisterExtension
  final KubeEvidence evidence = new KubeEvidence(() -> started == null ? null : started.plane());

  private KubeCluster cluster;
  private Kubectl kubectl;

  @BeforeAll
  void start(@TempDir Path scratch) {
    KubeTools tools = KubeNeeds.assumeNodes();
    Path image = Images.busybox(tools, scratch, IMAGE, List.of("/bin/sleep", "1000000"));
    cluster = KubeCluster.start(KubeClusterSetup.of(2, tools, List.of()));
    started = cluster;
    cluster.nodes().values().forEach(node -> node.importImage(image));
    kubectl = cluster.plane().kubectl();
    kubectl.apply(DAEMONS);
    awaitDaemons();
  }

  @AfterAll
  void close() throws IOException {
    if (started == null) {
      return;
    }
    started.close();
    try (Stream<Path> namespaces = Files.list(Path.of("/run/netns"))) {
      assertThat(namespaces.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("kub" + ProcessHandle.current().pid()));
    }
  }

  @Test
  void aPodOnTheHostNetworkHasTheNodesCard() {
    for (String node : cluster.nodes().keySet()) {
      String card =
          kubectl.run("exec", pod("host", node), "--", "cat", "/sys/class/net/eth0/address");

      assertThat(card.strip()).isEqualTo(Plan.macOf(node));
    }
  }

  @Test
  void aClientReachesPodsThroughKubeProxyOfEitherNode() {
    kubectl.run(
        "patch",
        "service",
        "web",
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"%s\"},{\"ip\":\"%s\"}]}}}"
            .formatted(cluster.plan().ipv4(), cluster.plan().ipv6()));

    for (String node : cluster.nodes().keySet()) {
      for (String ip : cluster.plan().serviceIps()) {
        // No speaker is here, so that the client has to be told who answers for the address.
        client()
            .ip(
                "neigh replace %s lladdr %s dev %s nud permanent%n"
                    .formatted(ip, Plan.macOf(node), Network.CARD));
        await()
            .atMost(LIMIT)
            .ignoreExceptions()
            .until(() -> client().call(() -> get(ip)), answer -> answer.contains("web-"));
      }
    }
  }

  @Test
  void aNodeWithoutPowerIsMissedAndRunsItsPodsAgainLater() {
    String before = containerOf("host", "n2");

    cluster.powerOff("n2");
    await().atMost(LIMIT).until(() -> !cluster.node("n2").isMarkedReady());
    cluster.boot("n2");
    cluster.node("n2").awaitReady();

    await().atMost(LIMIT).until(() -> !containerOf("host", "n2").equals(before));
    awaitDaemons();
    assertThat(kubectl.run("exec", pod("host", "n2"), "--", "hostname").strip()).isEqualTo("n2");
  }

  private void awaitDaemons() {
    for (String daemon : List.of("daemonset/host", "daemonset/web")) {
      kubectl.run("rollout", "status", daemon, "--timeout=120s");
    }
  }

  private Namespace client() {
    return cluster.network().client();
  }

  private String pod(String app, String node) {
    return find(app, node, "{.items[0].metadata.name}");
  }

  private String containerOf(String app, String node) {
    return find(app, node, "{.items[0].status.containerStatuses[0].containerID}");
  }

  private String find(String app, String node, String path) {
    return kubectl.run(
        "get",
        "pods",
        "--selector=app=" + app,
        "--field-selector=spec.nodeName=" + node,
        "--output=jsonpath=" + path);
  }

  /** The name of the Pod that answers: its web server shows its file /etc/hostname. */
  private static String get(String ip) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(ip, 80), 2000);
      socket.setSoTimeout(2000);
      socket
          .getOutputStream()
          .write("GET /hostname HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
