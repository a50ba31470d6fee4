package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.NodeExclusion.EXCLUDE_LABEL;
import static dev.starling.speaker.kube.model.NodeExclusion.NO_MATCHING_ADVERTISEMENT;
import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.everything;
import static dev.starling.speaker.kube.model.World.expression;
import static dev.starling.speaker.kube.model.World.labels;
import static dev.starling.speaker.kube.model.World.local;
import static dev.starling.speaker.kube.model.World.map;
import static dev.starling.speaker.kube.model.World.named;
import static dev.starling.speaker.kube.model.World.ready;
import static dev.starling.speaker.kube.model.World.service;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.World.Ad;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MetalLB's own tests on advertisements, row by row. */
class MetalLbAdvertisementsTest {
  private static final String IP = "10.20.30.1";
  private static final String EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";

  /** TestShouldAnnounceFromNodes, all 9 rows; several nodes in a cell are several ads. */
  @ParameterizedTest
  @CsvSource({
    "Cluster, iris1, iris1, '', false, iris1",
    "Local, iris1, 'iris1 iris2', '', false, iris1",
    "Cluster, iris1, '', '', false, iris2",
    "Cluster, 'iris1 iris2', iris1, '', false, iris1",
    "Local, iris1, iris2, '', false, ",
    "Cluster, iris1, '', iris2, false, iris1",
    "Cluster, iris1, '', iris1, false, iris2",
    "Cluster, iris1, '', 'iris1 iris2', false, ",
    "Local, iris1, '', 'iris1 iris2', true, iris1"
  })
  void shouldAnnounceFromNodes(
      String policy,
      String endpoints,
      String advertised,
      String excluded,
      boolean ignore,
      @Nullable String owner) {
    World world = new World();
    world.pools.add(World.pool("default", "10.20.30.0/24"));
    for (String node : List.of("iris1", "iris2")) {
      world.nodes.add(
          excluded.contains(node) ? World.node(node, "host", node, EXCLUDED, "") : named(node));
      if (advertised.contains(node)) {
        world.ad(new Ad("on-" + node).on(node).build());
      }
    }
    if (advertised.isEmpty()) {
      world.ad(everything("all"));
    }
    world.rules = new Rules("", new NodeRules(ignore, false, false, false, null), "p", List.of());
    world.service(service("web", policy, map(), map(), IP));
    for (String node : endpoints.split(" ", -1)) {
      world.endpoints.add(
          new KubeEndpoints(new ObjectName("default", "web"), List.of(ready(node))));
    }
    assertThat(world.owner("web")).isEqualTo(owner);
  }

  /** TestL2ServiceSelectors, all 4 rows. */
  @Test
  void serviceSelectors() {
    assertThat(web(new Ad("a")).owner("web")).isEqualTo("iris2");
    assertThat(web(new Ad("a").services(labels("app", "nginx"))).owner("web")).isEqualTo("iris2");
    assertThat(web(new Ad("a").services(labels("app", "apache"))).reason("web"))
        .isEqualTo("noMatchingAdvertisement");
    assertThat(
            web(new Ad("a").services(labels("app", "apache"), labels("app", "nginx"))).owner("web"))
        .isEqualTo("iris2");
  }

  /** TestL2SharedIPWithServiceSelectors, all 5 rows. */
  @Test
  void sharedIpWithServiceSelectors() {
    Ad selecting = new Ad("selecting").services(labels("app", "nginx"));
    String now = "metallb.io/allow-shared-ip";
    String old = "metallb.universe.tf/allow-shared-ip";
    String denied = "sharedIPWithServiceSelector";
    assertThat(sharing(now, selecting).reason("web")).isEqualTo(denied);
    assertThat(sharing(now, new Ad("a")).owner("web")).isEqualTo("iris2");
    assertThat(web(selecting).owner("web")).isEqualTo("iris2");
    assertThat(sharing(old, selecting).reason("web")).isEqualTo(denied);
    assertThat(sharing(now, new Ad("a"), selecting).reason("web")).isEqualTo(denied);
    Ad other = new Ad("other").services(labels("app", "other"));
    assertThat(sharing(now, new Ad("a"), other).owner("web")).isEqualTo("iris2");
  }

  /** TestL2AdsForService: the ads of a service are chosen without regard to nodes. */
  @Test
  void adsForService() {
    World world =
        web(
            new Ad("apache").on("iris1").services(labels("app", "apache")).interfaces("eth9"),
            new Ad("nginx").on("iris1").services(labels("app", "nginx")).interfaces("eth0"),
            new Ad("any").on("iris1").interfaces("eth1"));
    assertThat(world.announced("web").candidates())
        .isEqualTo(Map.of("iris1", new Candidate(0, Copies.set(List.of("eth0", "eth1")))));
  }

  /** TestL2ElectionConsistentButAdsPerNode. */
  @Test
  void electionConsistentButAdsPerNode() {
    World world =
        web(
            new Ad("a").on("iris1").services(labels("app", "nginx")).interfaces("eth0"),
            new Ad("b").on("iris2").services(labels("app", "nginx")).interfaces("eth1"));
    assertThat(world.announced("web").candidates())
        .isEqualTo(
            Map.of(
                "iris1", new Candidate(0, Copies.set(List.of("eth0"))),
                "iris2", new Candidate(0, Copies.set(List.of("eth1")))));
  }

  /** TestL2NoMatchingAdForServiceAndNode. */
  @Test
  void noMatchingAdForServiceAndNode() {
    World world =
        web(
            new Ad("others").services(labels("app", "other")),
            new Ad("elsewhere").on("ghost").services(labels("app", "nginx")));
    assertThat(world.reason("web")).isEqualTo("noMatchingAdvertisement");
    assertThat(world.withheld("web").excluded())
        .isEqualTo(Map.of("iris1", NO_MATCHING_ADVERTISEMENT, "iris2", NO_MATCHING_ADVERTISEMENT));
  }

  /** TestL2ServiceSelectorFiltersCandidateNodes. */
  @Test
  void serviceSelectorFiltersCandidateNodes() {
    World world =
        web(
            new Ad("foo").on("iris1").services(labels("app", "foo")),
            new Ad("bar").on("iris2").services(labels("app", "bar")));
    world.service(
        service("foo", "Cluster", map("app", "foo"), map(), "10.20.30.2"), ready("iris1"));
    world.service(
        service("bar", "Cluster", map("app", "bar"), map(), "10.20.30.3"), ready("iris1"));
    assertThat(world.owner("foo")).isEqualTo("iris1");
    assertThat(world.owner("bar")).isEqualTo("iris2");
    assertThat(world.announced("foo").excluded())
        .isEqualTo(Map.of("iris2", NO_MATCHING_ADVERTISEMENT));
  }

  /** TestIPAdvertisementFor, all 4 rows; null is all interfaces. */
  @Test
  void ipAdvertisementFor() {
    Ad many = new Ad("many").interfaces("eth0", "eth1");
    assertThat(interfaces(new Ad("all"))).isNull();
    assertThat(interfaces(many)).isEqualTo(List.of("eth0", "eth1"));
    assertThat(interfaces(many, new Ad("more").interfaces("eth0", "eth2")))
        .isEqualTo(List.of("eth0", "eth1", "eth2"));
    assertThat(interfaces(many, new Ad("all"))).isNull();
  }

  /** TestContainsAdvertisement: ads equal in effect are as one, those with preferences add up. */
  @Test
  void equalAdvertisements() {
    World world = web(new Ad("a").prefer(Map.of("iris1", 10)), new Ad("b"), new Ad("c"));
    world.ad(new Ad("d").prefer(Map.of("iris1", 10)).build());
    assertThat(world.announced("web").candidates())
        .isEqualTo(Map.of("iris1", new Candidate(20, null), "iris2", new Candidate(0, null)));
  }

  /** TestSetL2AdvertisementsToPoolsPreferred: an ad that names and selects a pool counts once. */
  @Test
  void aPoolNamedAndSelected() {
    World world =
        web(
            new Ad("twice")
                .pools("b", "ghost")
                .poolSelectors(labels("p", "b"))
                .prefer(10, labels()));
    world.pools.clear();
    world.pools.add(new AddressPool("a", map("p", "a"), map(), List.of("10.20.31.0/24")));
    world.pools.add(new AddressPool("b", map("p", "b"), map(), List.of("10.20.30.0/24")));
    assertThat(world.announced("web").pool()).isEqualTo("b");
    assertThat(world.announced("web").candidates().values()).containsOnly(new Candidate(10, null));
    world.service(cluster("other", "10.20.31.1"), ready("iris1"));
    assertThat(world.reason("other")).isEqualTo("noMatchingAdvertisement");
  }

  /** TestParse, duplicates: MetalLB refuses all of the configuration; any of two is as good. */
  @Test
  void duplicatesAreHarmless() {
    LabelSelector nginx = labels("app", "nginx");
    LabelSelector zone = expression("host", "In", "iris1", "iris1");
    World world =
        web(
            new Ad("a")
                .pools("default", "default")
                .nodes(zone, zone)
                .services(nginx, nginx)
                .interfaces("eth0", "eth0"));
    assertThat(world.announced("web").candidates())
        .isEqualTo(Map.of("iris1", new Candidate(0, Copies.set(List.of("eth0")))));
    assertThat(world.resolve().faults()).isEmpty();
  }

  @Test
  void anExcludedNodeSaysSo() {
    World world = web(new Ad("a")).set(World.node("iris2", EXCLUDED, "false"));
    assertThat(world.announced("web").excluded()).isEqualTo(Map.of("iris2", EXCLUDE_LABEL));
    assertThat(world.owner("web")).isEqualTo("iris1");
  }

  @Test
  void withALocalPolicyAnAdvertisementStillFiltersFirst() {
    World world = web(new Ad("a").on("iris1"));
    world.service(local("local", IP), ready("iris2"));
    assertThat(world.reason("local")).isEqualTo("noCandidate");
  }

  private static @Nullable List<String> interfaces(Ad... ads) {
    Candidate candidate = web(ads).announced("web").candidates().get("iris1");
    return candidate == null || candidate.interfaces() == null
        ? null
        : List.copyOf(candidate.interfaces());
  }

  private static World web(Ad... ads) {
    return with(service("web", "Cluster", map("app", "nginx"), map(), IP), ads);
  }

  private static World sharing(String annotation, Ad... ads) {
    return with(service("web", "Cluster", map("app", "nginx"), map(annotation, "key"), IP), ads);
  }

  private static World with(KubeService service, Ad... ads) {
    World world = World.of().set(named("iris1")).set(named("iris2"));
    for (Ad ad : ads) {
      world.ad(ad.build());
    }
    return world.service(service, ready("iris1"));
  }
}
