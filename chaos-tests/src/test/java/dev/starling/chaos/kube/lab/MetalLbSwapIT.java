package dev.starling.chaos.kube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Bounds;
import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Watch;
import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.ControlPlaneSetup;
import dev.starling.chaos.kube.KubeEvidence;
import dev.starling.chaos.kube.KubeNeeds;
import dev.starling.chaos.kube.KubeTools;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.SpeakerSettings;
import dev.starling.chaos.observe.Asker;
import dev.starling.chaos.observe.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The swap that {@code docs/kubernetes.md} describes, and the way back, with MetalLB's own
 * controller and speakers. No kubelet is there: what it would do is done here.
 */
class MetalLbSwapIT {
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final Duration END_LIMIT = Duration.ofSeconds(8);
  private static final int CONTROL = 240;
  private static final int SECOND_OBSERVER = 239;
  private static final int SERVICES = 6;
  private static final long LATELY_NANOS = 1_000_000_000L;

  /** Longer than MetalLB's speaker repeats what it has announced, 5 s. */
  private static final long AFTERMATH_MILLIS = 7_000;

  private @Nullable ControlPlane started;

  @RegisterExtension final KubeEvidence evidence = new KubeEvidence(() -> started, () -> this.lab);

  private Lab lab;
  private ControlPlane plane;
  private MetalLb metalLb;
  private String owner;
  private Asker asker;

  @BeforeEach
  void startMetalLb() {
    KubeTools tools = KubeNeeds.assumeMetalLb();
    lab = new Lab(LabSetup.of(3, Needs.lab()).withObserver());
    Namespace control = lab.network().attach("control", CONTROL);
    plane = ControlPlane.start(ControlPlaneSetup.of(tools).in(control, Plan.ipv4Of(CONTROL)));
    started = plane;
    owner = lab.plan().firstOwner();
    metalLb = new MetalLb(plane);
    metalLb.define();
    metalLb.startController(control);
    Cluster cluster = new Cluster(plane, lab.plan(), MetalLb.NAMESPACE);
    cluster.addNodes();
    cluster.addPods(MetalLb.PODS, MetalLb.LABELS);
    cluster.addSpeakerPods();
    cluster.makeWell();
    String ips = String.join(",", lab.plan().serviceIps());
    cluster.addServiceToAssign(
        "web", "RequireDualStack", "{metallb.io/loadBalancerIPs: \"" + ips + "\"}");
    for (int number = 0; number < SERVICES; number++) {
      cluster.addServiceToAssign("other-" + number, "SingleStack", "{}");
    }
    metalLb.startSpeakers(lab.network(), lab.plan().nodes());
    // MetalLB answers IPv6 through its kernel, which has no way back to an observer's made-up
    // address.
    List<String> assigned = assignedIps().stream().filter(ip -> ip.indexOf(':') < 0).toList();
    asker =
        new Asker(
            lab.network().attach("second", SECOND_OBSERVER), Plan.macOf(SECOND_OBSERVER), assigned);
    SortedMap<String, SortedSet<String>> byTheRule = new TreeMap<>();
    for (String ip : assigned) {
      String first = Plan.order(lab.plan().nodes(), ip).getFirst();
      byTheRule.put(ip, new TreeSet<>(List.of(Plan.macOf(first))));
    }
    // At first each of its speakers believes that it is alone.
    Patience.await(
        "MetalLB answers for each IP on the node that its rule gives it to",
        LIMIT,
        () ->
            lately().equals(byTheRule) && Steadiness.servedBy(lab, lab.plan().ipv6()).equals(owner),
        () -> lately() + " " + Steadiness.describe(lab));
  }

  @AfterEach
  void close() {
    if (asker != null) {
      asker.close();
    }
    if (started != null) {
      started.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void noIpMovesToAnotherNodeAndBackNoProbeIsLost() {
    Watch whole = Watch.start(lab);
    Map<String, SortedSet<String>> before = lately();
    assertThat(macsOf(before, lab.plan().ipv4())).containsExactly(Plan.macOf(owner));
    assertThat(nodesOf(before.values())).as("MetalLB's owners").hasSizeGreaterThan(1);

    installStarling();
    Steadiness.await(lab);
    assertThat(answersSince(whole.nanos())).as("beside MetalLB's speakers").isEqualTo(before);

    long end = System.nanoTime();
    metalLb.stopSpeakers();
    Patience.pause(AFTERMATH_MILLIS);
    tell("where MetalLB's speakers ended, answers from elsewhere: %s", foreign(end, before));
    assertThat(lately()).as("without MetalLB's speakers").isEqualTo(before);
    whole.nothingLost().clientEndsAt(owner);
    assertThat(statusNodes()).as("nodes of the ServiceL2Status").containsOnly(owner);

    failOver();

    Watch back = Watch.start(lab);
    metalLb.startSpeakers(lab.network(), lab.plan().nodes());
    Patience.pause(AFTERMATH_MILLIS);
    // Until they have met, each answers for all.
    Patience.await(
        "MetalLB's speakers answer as before beside Starling's",
        LIMIT,
        () -> lately().equals(before),
        () -> lately() + " " + Steadiness.describe(lab));
    lab.plan().nodes().forEach(node -> lab.speaker(node).end(Posix.SIGTERM));
    lab.plan().nodes().forEach(node -> lab.speaker(node).awaitEnd(END_LIMIT));
    plane
        .kubectl()
        .run("annotate", "services", "--all", "-A", "--overwrite", "starling.dev/left=now");
    Patience.pause(AFTERMATH_MILLIS);
    assertThat(lately()).as("MetalLB alone again").isEqualTo(before);
    back.nothingLost().clientEndsAt(owner);
  }

  /** As quick as ever, on the objects and with the key of MetalLB. */
  private void failOver() {
    Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
    Patience.await(
        "somebody took over",
        LIMIT,
        () -> lab.plan().serviceIps().stream().allMatch(ip -> hasMoved(watch, ip)),
        () -> Steadiness.describe(lab));
    watch.takenOverWithin(owner, Bounds.SILENCE_MILLIS);
    lab.network().heal();
    Steadiness.await(lab);
  }

  private boolean hasMoved(Watch watch, String ip) {
    return watch.firstFrame(ip, owner).isPresent();
  }

  private void installStarling() {
    Path overlay =
        plane.setup().tools().home().resolve("kustomize/overlays/beside-metallb-controller");
    plane.kubectl().run("apply", "--server-side", "-k", overlay.toString());
    Path kubeconfig = plane.kubeconfig(MetalLb.NAMESPACE, "starling-speaker");
    for (String node : lab.plan().nodes()) {
      SpeakerSettings settings = lab.files().settings(node);
      lab.files().giveKeys(node, List.of(metalLb.secret()));
      lab.files()
          .configure(
              node,
              settings
                  .with("port", "7947")
                  .with("settle", "1m")
                  .inKubernetes(
                      "{kubeconfig: %s, namespace: %s}".formatted(kubeconfig, MetalLb.NAMESPACE)));
    }
    // One by one, for each is to have a machine of its own; none claims before all have met.
    for (String node : lab.plan().nodes()) {
      lab.startSpeaker(node);
      Patience.await(
          "the speaker of " + node + " runs",
          LIMIT,
          () -> lab.status(node).isPresent(),
          () -> Steadiness.describe(lab));
    }
    lab.awaitJoined();
  }

  /** Waits until its controller has given each Service its IPs. */
  private List<String> assignedIps() {
    List<String> ips = new ArrayList<>();
    Patience.await(
        "each Service has its IPs",
        LIMIT,
        () -> {
          ips.clear();
          ips.addAll(
              words(
                  "services",
                  "jsonpath={.items[*].status.loadBalancer.ingress[*].ip}",
                  "--namespace=default"));
          return ips.size() == SERVICES + lab.plan().serviceIps().size();
        },
        ips::toString);
    return ips;
  }

  private List<String> statusNodes() {
    return words(
        "servicel2statuses",
        "jsonpath={.items[?(@.status.serviceName==\"web\")].status.node}",
        "--all-namespaces");
  }

  private List<String> words(String kind, String output, String where) {
    String text = plane.kubectl().run("get", kind, where, "--output=" + output).strip();
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
  }

  /** Who has answered for each IP in the last second. */
  private SortedMap<String, SortedSet<String>> lately() {
    return answersSince(System.nanoTime() - LATELY_NANOS);
  }

  private SortedMap<String, SortedSet<String>> answersSince(long nanos) {
    SortedMap<String, SortedSet<String>> found = new TreeMap<>();
    for (Question each : asker.since(nanos)) {
      if (!each.macs().isEmpty()) {
        found.computeIfAbsent(each.ip(), _ -> new TreeSet<>()).addAll(each.macs());
      }
    }
    return found;
  }

  /** How many questions since had an answer from another node than before. */
  private long foreign(long nanos, Map<String, SortedSet<String>> before) {
    return asker.since(nanos).stream()
        .filter(each -> !macsOf(before, each.ip()).containsAll(each.macs()))
        .count();
  }

  private static SortedSet<String> macsOf(Map<String, SortedSet<String>> all, String ip) {
    return all.getOrDefault(ip, Collections.emptySortedSet());
  }

  private static List<String> nodesOf(Collection<SortedSet<String>> all) {
    return all.stream().flatMap(Set::stream).distinct().toList();
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
  private static void tell(String format, Object... values) {
    System.out.println("figures: " + String.format(Locale.ROOT, format, values));
  }
}
