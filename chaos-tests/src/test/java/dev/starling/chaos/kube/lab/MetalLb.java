package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.KubeTools;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.kube.Server;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * MetalLB itself, beside a control plane without kubelets: its controller, and its speaker on each
 * node, as processes with the flags and the rights of its own manifest.
 */
final class MetalLb {
  /** Where its manifest puts it. */
  static final String NAMESPACE = "metallb-system";

  /** The name that its speakers' Pods begin with. */
  static final String PODS = "metallb";

  /** The labels of its speakers' Pods, by which they find each other. */
  static final String LABELS = "{app: metallb, component: speaker}";

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String PORT = "--port=7472";

  private final ControlPlane plane;
  private final Kubectl kubectl;
  private final SortedMap<String, Server> speakers = new TreeMap<>();

  /** Starts nothing yet. */
  MetalLb(ControlPlane plane) {
    this.plane = plane;
    this.kubectl = plane.kubectl();
  }

  /** Applies its manifest: its kinds, its rights, and workloads that nobody runs. */
  void define() {
    KubeTools tools = plane.setup().tools();
    kubectl.run("apply", "--server-side", "-f", tools.path("metallb-native.yaml"));
    // Without Pods nobody answers the API server's questions whether an object may be made.
    kubectl.run("delete", "validatingwebhookconfiguration", "metallb-webhook-configuration");
    kubectl.run("wait", "--for=condition=Established", "--timeout=60s", "crd", "--all");
  }

  /** Starts its controller, which makes the Secret and assigns IPs. */
  void startController(Namespace machine) {
    List<String> words = new ArrayList<>();
    words.add(plane.setup().tools().path("metallb-controller"));
    words.addAll(asAccount("controller"));
    words.add(PORT);
    words.add("--webhook-mode=disabled");
    words.add("--disable-cert-rotation");
    words.add("--deployment=controller");
    words.add("--ml-secret-name=memberlist");
    plane.program("metallb-controller", machine, words).start();
    Patience.await(
        "its controller has made the Secret", LIMIT, () -> !secret().isEmpty(), () -> "");
  }

  /** Starts its speakers, for the first time or again. */
  void startSpeakers(Network network, List<String> nodes) {
    if (speakers.isEmpty()) {
      Path keys = writeKey();
      nodes.forEach(node -> speakers.put(node, speaker(network.node(node), node, keys)));
    }
    speakers.values().forEach(Server::start);
  }

  /** Asks its speakers to end, all at once, and waits until they have. */
  void stopSpeakers() {
    List<Thread> threads =
        speakers.values().stream().map(each -> Thread.ofPlatform().start(each::stop)).toList();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while MetalLB's speakers end");
    }
  }

  /** The key in its Secret; empty without one. */
  String secret() {
    String key =
        kubectl
            .attempt(
                List.of(
                    "get",
                    "secret",
                    "memberlist",
                    "--namespace=" + NAMESPACE,
                    "--ignore-not-found",
                    "--output=jsonpath={.data.secretkey}"),
                "")
            .output();
    return new String(Base64.getDecoder().decode(key.strip()), StandardCharsets.UTF_8);
  }

  private Path writeKey() {
    Path folder = plane.newFolder("metallb-key");
    try {
      Files.writeString(folder.resolve("secretkey"), secret());
    } catch (IOException e) {
      throw new LabException("cannot write MetalLB's key", e);
    }
    return folder;
  }

  private Server speaker(Namespace machine, String node, Path keys) {
    List<String> words = new ArrayList<>();
    words.add(plane.setup().tools().path("metallb-speaker"));
    words.addAll(asAccount("speaker"));
    words.add(PORT);
    words.add("--node-name=" + node);
    words.add("--pod-name=" + PODS + "-" + node);
    words.add("--ml-bindaddr=" + Plan.ipv4Of(node));
    words.add("--ml-labels=app=metallb,component=speaker");
    words.add("--ml-secret-key-path=" + keys);
    return plane.program("metallb-speaker-" + node, machine, words);
  }

  private List<String> asAccount(String name) {
    return List.of(
        "--kubeconfig=" + plane.kubeconfig(NAMESPACE, name),
        "--namespace=" + NAMESPACE,
        "--log-level=info");
  }
}
