package dev.starling.chaos.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.chaos.Needs;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The test control plane is a real one, and does what tests of an API server's failures need. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubeControlPlaneIT {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private @Nullable ControlPlane started;

  @RegisterExtension final KubeEvidence evidence = new KubeEvidence(() -> started);

  private ControlPlane plane;
  private Kubectl kubectl;

  @BeforeAll
  void start() {
    plane = ControlPlane.start(ControlPlaneSetup.of(KubeNeeds.assumeKube()));
    started = plane;
    kubectl = plane.kubectl();
  }

  @AfterAll
  void close() {
    if (started != null) {
      started.close();
    }
  }

  @Test
  void anObjectIsReadBackAsItWasMade() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Service
        metadata: {name: echo, namespace: default}
        spec:
          type: LoadBalancer
          ports: [{port: 7, protocol: UDP}]
        """);
    kubectl.run(
        List.of(
            "patch",
            "service",
            "echo",
            "--subresource=status",
            "--type=merge",
            "--patch={\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"192.0.2.7\"}]}}}"),
        "");

    assertThat(read("service/echo", "{.spec.type} {.status.loadBalancer.ingress[0].ip}"))
        .isEqualTo("LoadBalancer 192.0.2.7");
  }

  @Test
  void theObjectsOfMetalLbCanBeMade() throws IOException {
    MetalLbObjects.define(kubectl);
    kubectl.apply(
        """
        apiVersion: metallb.io/v1beta1
        kind: IPAddressPool
        metadata: {name: rack, namespace: default}
        spec: {addresses: [192.0.2.0/28]}
        ---
        apiVersion: metallb.io/v1beta1
        kind: L2Advertisement
        metadata: {name: rack, namespace: default}
        spec: {ipAddressPools: [rack], nodeSelectors: [{matchLabels: {zone: a}}]}
        ---
        apiVersion: metallb.io/v1beta1
        kind: ServiceL2Status
        metadata: {name: l2-x, namespace: default}
        """);
    kubectl.run(statusPatch("n1"), "");
    Outcome moved = kubectl.attempt(statusPatch("n2"), "");
    Outcome empty =
        kubectl.attempt(
            List.of(
                "patch",
                "ipaddresspool",
                "rack",
                "--type=merge",
                "-p{\"spec\":{\"addresses\":[]}}"),
            "");

    assertThat(read("ipaddresspool/rack", "{.spec.autoAssign} {.spec.avoidBuggyIPs}"))
        .isEqualTo("true false");
    assertThat(read("l2advertisement/rack", "{.spec.nodeSelectors[0].matchLabels.zone}"))
        .isEqualTo("a");
    assertThat(read("servicel2status/l2-x", "{.status.node}")).isEqualTo("n1");
    assertThat(moved.error()).contains("status.node");
    assertThat(empty.error()).contains("spec.addresses");
  }

  @Test
  void aKilledApiServerComesBackWithItsObjects() {
    kubectl.run("create", "configmap", "before", "--from-literal=a=1");

    plane.apiServer().kill();
    Outcome meanwhile = kubectl.attempt(List.of("get", "configmap", "before"), "");
    plane.apiServer().start();
    plane.awaitReady();

    assertThat(meanwhile.isSuccess()).isFalse();
    assertThat(read("configmap/before", "{.data.a}")).isEqualTo("1");
  }

  @Test
  void aFrozenApiServerAnswersNothingAndThenGoesOn() {
    kubectl.run("create", "configmap", "cold", "--from-literal=a=1");
    List<String> ask = List.of("get", "configmap", "cold", "--request-timeout=1s");

    plane.apiServer().freeze();
    Outcome meanwhile = kubectl.attempt(ask, "");
    plane.apiServer().thaw();
    plane.awaitReady();

    assertThat(meanwhile.isSuccess()).isFalse();
    assertThat(plane.apiServer().isRunning()).isTrue();
    assertThat(read("configmap/cold", "{.data.a}")).isEqualTo("1");
  }

  @Test
  void aServiceAccountMayDoWhatItsRoleSaysAndNoMore() {
    kubectl.apply(
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: reader, namespace: default}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: reader, namespace: default}
        rules: [{apiGroups: [""], resources: [services], verbs: [get, list]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: reader, namespace: default}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
        subjects: [{kind: ServiceAccount, name: reader, namespace: default}]
        """);
    Kubectl reader = kubectl.as(plane.kubeconfig("default", "reader"));

    // The authorizer learns of a new role a moment after it was made.
    await().atMost(LIMIT).until(() -> reader.attempt(List.of("get", "services"), "").isSuccess());
    Outcome secrets = reader.attempt(List.of("get", "secrets"), "");
    Outcome elsewhere = reader.attempt(List.of("get", "services", "-n", "kube-system"), "");

    assertThat(secrets.error()).contains("system:serviceaccount:default:reader", "secrets");
    assertThat(elsewhere.error()).contains("forbidden");
    assertThat(reader.attempt(List.of("auth", "can-i", "delete", "services"), "").output())
        .startsWith("no");
  }

  @Test
  void kustomizeBuildsAnOverlay() throws IOException {
    Path overlay = Files.createTempDirectory(plane.kubeconfig().getParent(), "overlay");
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        """
        namespace: default
        configMapGenerator:
          - name: made
            literals: [a=1]
        generatorOptions: {disableNameSuffixHash: true}
        """);

    kubectl.apply(kubectl.kustomize(overlay));

    assertThat(read("configmap/made", "{.data.a}")).isEqualTo("1");
  }

  @Test
  void closingLeavesNothingBehindEvenOfAFrozenServer() {
    ControlPlane other = ControlPlane.start(plane.setup());
    Path folder = other.kubeconfig().getParent();
    ProcessHandle etcd = ProcessHandle.of(other.etcd().processId()).orElseThrow();
    other.apiServer().freeze();

    other.close();

    assertThat(folder).doesNotExist();
    await().atMost(LIMIT).until(() -> !etcd.isAlive() && !other.apiServer().isRunning());
    assertThat(plane.apiServer().isRunning()).isTrue();
  }

  @Test
  void theEndOfAJvmThatCouldNotCloseLeavesNothingBehind() throws Exception {
    Process jvm =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dstarling.home=" + Needs.home(),
                "-cp",
                System.getProperty("java.class.path"),
                LeftBehind.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String[] words;
    try (var lines = jvm.inputReader()) {
      words = lines.readLine().split(" ");
    }
    ProcessHandle apiServer = ProcessHandle.of(Long.parseLong(words[1])).orElseThrow();

    Posix.signal(jvm.pid(), Posix.SIGKILL);

    await().atMost(LIMIT).until(() -> Files.notExists(Path.of(words[0])));
    await().atMost(LIMIT).until(() -> !apiServer.isAlive());
  }

  private String read(String object, String path) {
    return kubectl.run("get", object, "-o", "jsonpath=" + path);
  }

  private static List<String> statusPatch(String node) {
    return List.of(
        "patch",
        "servicel2status",
        "l2-x",
        "--subresource=status",
        "--type=merge",
        "-p{\"status\":{\"node\":\"%s\"}}".formatted(node));
  }
}
