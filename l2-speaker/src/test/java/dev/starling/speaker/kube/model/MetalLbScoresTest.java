package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.labels;
import static dev.starling.speaker.kube.model.World.local;
import static dev.starling.speaker.kube.model.World.named;
import static dev.starling.speaker.kube.model.World.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.World.Ad;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MetalLB's own tests on the order of the candidates and on preferred nodes, row by row. */
class MetalLbScoresTest {
  private static final String IP = "10.20.30.1";

  /** TestSortL2Candidates, and the vectors that were computed by the rule. */
  @ParameterizedTest
  @CsvSource({
    "node-a, 10.0.0.1, '', node-a",
    "node-a node-b node-c, 10.0.0.1, '', node-b node-a node-c",
    "node-c node-b node-a, 10.0.0.2, '', node-b node-c node-a",
    "worker-b edge-a worker-a edge-b, 10.20.30.1, edge-a, edge-a edge-b worker-a worker-b",
    "node-a node-b, 10.20.30.1, node-a node-b, node-b node-a",
    "edge-a edge-b worker-a, 10.20.30.1, edge-a edge-b, edge-b edge-a worker-a",
    "iris1 iris2, 10.20.30.1, '', iris2 iris1",
    "node-a node-b node-c node-d node-e, 192.168.1.240, '', node-a node-d node-e node-c node-b",
    "node-a node-b node-c node-d node-e, 1000::1, '', node-a node-d node-b node-e node-c",
    "node-a node-b node-c node-d node-e, fc00:f853:CCD:e793:0::9, '', node-a node-e node-b node-d node-c"
  })
  void sortCandidates(String nodes, String ip, String preferred, String order) {
    World world = new World();
    world.pools.add(World.pool("default", "0.0.0.0/0", "::/0"));
    Ad ad = new Ad("all");
    for (String node : nodes.split(" ", -1)) {
      world.set(named(node));
      if (preferred.contains(node)) {
        ad.prefer(Map.of(node, 100));
      }
    }
    world.ad(ad.build()).service(cluster("web", ip), ready("elsewhere"));
    assertThat(world.announced("web").order()).containsExactly(order.split(" ", -1));
  }

  /** TestPreferredScoresFor: preferences across ads sum. */
  @Test
  void preferredScores() {
    World world =
        world(
            new Ad("one").prefer(Map.of("edge-a", 70)),
            new Ad("two").prefer(Map.of("edge-a", 30, "edge-b", 50)));
    assertThat(scores(world)).isEqualTo(Map.of("edge-a", 100L, "edge-b", 50L, "worker-a", 0L));
  }

  /** TestPreferredNodeScores: within an ad too, and only for the nodes that it selects. */
  @Test
  void preferredScoresWithinAnAd() {
    World world =
        world(
            new Ad("one").on("edge-a").prefer(60, labels()).prefer(Map.of("edge-a", 5)),
            new Ad("two"));
    assertThat(scores(world)).isEqualTo(Map.of("edge-a", 65L, "edge-b", 0L, "worker-a", 0L));
  }

  /** TestShouldAnnouncePreferredNode: preferred node with highest score wins. */
  @Test
  void preferredNodeWins() {
    assertThat(world(new Ad("a").prefer(Map.of("edge-a", 100))).owner("web")).isEqualTo("edge-a");
  }

  /** TestShouldAnnouncePreferredNode: ETP Local drops preferred node without local endpoints. */
  @Test
  void localDropsPreferredNode() {
    World world = world(new Ad("a").prefer(Map.of("edge-a", 100)));
    world.service(local("local", IP), ready("worker-a"));
    assertThat(world.owner("local")).isEqualTo("worker-a");
  }

  /** TestShouldAnnounceSplitBrainWithMixedAds. */
  @Test
  void mixedAds() {
    World world =
        world(
            new Ad("edge").on("edge-a").prefer(Map.of("edge-a", 100)),
            new Ad("all"),
            new Ad("poison")
                .prefer(Map.of("worker-a", 100))
                .prefer(Map.of("worker-a", 100))
                .services(labels("app", "does-not-match")));
    assertThat(world.owner("web")).isEqualTo("edge-a");
  }

  /** TestShouldAnnouncePreferredNodeFailover: pruned, returned, all preferred gone. */
  @Test
  void preferredNodeFailover() {
    World world = world(new Ad("a").prefer(Map.of("edge-a", 100, "edge-b", 100)));
    assertThat(world.owner("web")).isEqualTo("edge-b");
    world.nodes.removeIf(node -> node.name().equals("edge-b"));
    assertThat(world.owner("web")).isEqualTo("edge-a");
    world.nodes.removeIf(node -> node.name().equals("edge-a"));
    assertThat(world.owner("web")).isEqualTo("worker-a");
    world.set(named("edge-a")).set(named("edge-b"));
    assertThat(world.owner("web")).isEqualTo("edge-b");
  }

  private static World world(Ad... ads) {
    World world = World.of().set(named("edge-a")).set(named("edge-b")).set(named("worker-a"));
    for (Ad ad : ads) {
      world.ad(ad.build());
    }
    return world.service(cluster("web", IP), ready("worker-a"));
  }

  private static Map<String, Long> scores(World world) {
    Map<String, Long> scores = new TreeMap<>();
    world.announced("web").candidates().forEach((node, of) -> scores.put(node, of.score()));
    return scores;
  }
}
