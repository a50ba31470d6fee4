package dev.starling.chaos.kube.lab;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.ControlPlaneSetup;
import dev.starling.chaos.kube.KubeEvidence;
import dev.starling.chaos.kube.KubeNeeds;
import dev.starling.chaos.kube.KubeTools;
import dev.starling.chaos.kube.MetalLbObjects;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.nodes.SpeakerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests on a lab whose three speakers are plain processes, and read from a real API server on a
 * machine of its own which node they are on, who the others are, and what to announce. No kubelet
 * is there: nodes, Pods and endpoints are objects that are made with kubectl.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpeakersCase {
  /** For what takes a moment of the API server and of the speakers. */
  static final Duration LIMIT = Duration.ofSeconds(20);

  private static final int CONTROL = 240;
  private static final long SILENCE_NANOS = 300_000_000L;

  private @Nullable ControlPlane started;

  @RegisterExtension final KubeEvidence evidence = new KubeEvidence(() -> started, () -> this.lab);

  /** The network with the speakers. */
  Lab lab;

  /** The API server and its store. */
  ControlPlane plane;

  /** What is in the cluster. */
  Cluster cluster;

  /** The node to which both service IPs belong while all is well. */
  String owner;

  /** The node to which they belong without the owner. */
  String heir;

  @BeforeAll
  final void start() throws IOException, InterruptedException {
    KubeTools tools = KubeNeeds.assumeKube();
    Path home = Needs.lab();
    lab = new Lab(setup(LabSetup.of(3, home).withObserver()));
    Namespace control = lab.network().attach("control", CONTROL);
    plane = ControlPlane.start(ControlPlaneSetup.of(tools).in(control, Plan.ipv4Of(CONTROL)));
    started = plane;
    owner = lab.plan().firstOwner();
    heir = lab.plan().nextOwner();
    cluster = new Cluster(plane, lab.plan());
    MetalLbObjects.define(plane.kubectl());
    cluster.create(home, lab.files().firstKey());
    Path kubeconfig = plane.kubeconfig(Installation.NAMESPACE, "starling-speaker");
    for (String node : lab.plan().nodes()) {
      SpeakerSettings settings = lab.files().settings(node);
      lab.files()
          .configure(
              node,
              settings.inKubernetes(
                  "{kubeconfig: %s, namespace: %s}".formatted(kubeconfig, Installation.NAMESPACE)));
    }
    lab.startSpeakers();
    lab.awaitJoined();
    Steadiness.await(lab);
  }

  /** The lab of this class, from that of most. */
  LabSetup setup(LabSetup usual) throws IOException, InterruptedException {
    return usual;
  }

  @AfterEach
  final void isWellAgain() {
    if (!plane.apiServer().isRunning()) {
      plane.apiServer().start();
    }
    plane.apiServer().thaw();
    plane.awaitReady();
    lab.network().heal();
    for (String node : lab.plan().nodes()) {
      if (lab.speaker(node).isTold()) {
        lab.speaker(node).startAgain();
      } else {
        lab.speaker(node).signal(Posix.SIGCONT);
      }
    }
    Steadiness.await(lab);
  }

  @AfterAll
  final void close() {
    if (started != null) {
      started.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  /** Waits until the first of these nodes, and nobody else, has answered for a second. */
  final void awaitOwnerAmong(List<String> candidates) {
    Steadiness.await(lab, Expected.of(lab.plan().nodes()).withCandidates(candidates));
  }

  /** Waits until no speaker owns a service IP, and nobody has answered for one lately. */
  final void awaitSilence() {
    Patience.await(
        "nobody owns the IPs, nor answers for them",
        LIMIT,
        () -> isSilent() && !isAnswered(),
        () -> Steadiness.describe(lab));
  }

  private boolean isAnswered() {
    return lab.asker().since(System.nanoTime() - SILENCE_NANOS).stream()
        .anyMatch(question -> !question.answers().isEmpty());
  }

  private boolean isSilent() {
    return lab.plan().nodes().stream().allMatch(node -> isSilent(lab.status(node)));
  }

  private boolean isSilent(Optional<NodeStatus> status) {
    return status
        .filter(it -> lab.plan().serviceIps().stream().allMatch(ip -> it.ownerOf(ip).isEmpty()))
        .isPresent();
  }

  /** All nodes but one. */
  final List<String> without(String node) {
    List<String> rest = new ArrayList<>(lab.plan().nodes());
    rest.remove(node);
    return rest;
  }
}
