package dev.starling.speaker.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.NodeRules;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.OwnPool;
import dev.starling.speaker.kube.model.Resolver;
import dev.starling.speaker.kube.model.Rules;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import dev.starling.speaker.kube.plan.Planner;
import dev.starling.speaker.kube.plan.Self;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** A speaker lives, and is in the view, while the cluster has no Pod of it any more. */
class LostPodSimTest {
  private static final long MS = 1_000_000;
  private static final int IPS = 6;
  private static final Rules RULES =
      new Rules(
          "",
          NodeRules.DEFAULTS,
          "policy",
          List.of(new OwnPool("pool", List.of("192.0.2.0/24"), List.of(SimNode.LINK), false)));

  @RepeatedTest(60)
  void eachIpHasOneOwnerWithinASecond(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    var random = new SplittableRandom(seed);
    Cluster cluster = new Cluster(2, random.nextLong(), () -> {});
    cluster.start(0);
    cluster.start(1);
    cluster.runMillis(2000);
    plan(cluster, random, "n1", "n2");
    cluster.runMillis(2000);
    for (int i = 1; i <= IPS; i++) {
      assertThat(answering(cluster, i)).as("seed %d: %d at first", seed, i).hasSize(1);
    }

    plan(cluster, random, "n1");
    cluster.runMillis(1000);
    for (int i = 1; i <= IPS; i++) {
      assertThat(answering(cluster, i)).as("seed %d: %d", seed, i).containsExactly("n1");
    }

    plan(cluster, random, "n1", "n2");
    cluster.runMillis(1000);
    for (int i = 1; i <= IPS; i++) {
      assertThat(answering(cluster, i)).as("seed %d: %d again", seed, i).hasSize(1);
    }
  }

  /** Each node hears of the change at a moment of its own. */
  private static void plan(Cluster cluster, SplittableRandom random, String... pods) {
    for (SimNode node : cluster.nodes) {
      Self self = new Self(node.name, 16, false);
      Plan plan = Planner.plan(Resolver.resolve(snapshot(pods), RULES, node.name), self).plan();
      cluster.timeline.in(
          random.nextLong(30 * MS),
          () ->
              cluster.whenAwake(node, () -> cluster.step(node, new Event.Configured(plan, false))));
    }
  }

  private static List<String> answering(Cluster cluster, int i) {
    ServiceIp ip = ServiceIp.of("192.0.2." + i);
    return cluster.nodes.stream()
        .filter(node -> node.answers(ip, cluster.nowNanos()))
        .map(node -> node.name)
        .toList();
  }

  private static Snapshot snapshot(String... pods) {
    List<KubeService> services = new ArrayList<>();
    List<KubeEndpoints> endpoints = new ArrayList<>();
    for (int i = 1; i <= IPS; i++) {
      ObjectName name = new ObjectName("default", "web" + i);
      services.add(
          new KubeService(
              name,
              "uid",
              "",
              "LoadBalancer",
              null,
              null,
              new TreeMap<>(),
              new TreeMap<>(),
              List.of("192.0.2." + i)));
      endpoints.add(new KubeEndpoints(name, List.of(new KubeEndpoints.Endpoint("n1", true, null))));
    }
    List<KubeNode> nodes = new ArrayList<>();
    for (String name : List.of("n1", "n2")) {
      nodes.add(
          new KubeNode(
              name,
              new TreeMap<>(),
              new TreeMap<>(),
              new TreeMap<>(),
              new TreeSet<>(),
              false,
              List.of()));
    }
    List<SpeakerPod> speakers =
        Arrays.stream(pods)
            .map(node -> new SpeakerPod("pod-" + node, node, "198.51.100.1", "Running"))
            .toList();
    return new Snapshot(
        Snapshot.byName(services, KubeService::name),
        endpoints,
        Snapshot.byName(nodes, KubeNode::name),
        Snapshot.byName(speakers, SpeakerPod::name),
        null);
  }
}
