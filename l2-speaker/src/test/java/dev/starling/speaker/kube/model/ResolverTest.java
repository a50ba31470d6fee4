package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.everything;
import static dev.starling.speaker.kube.model.World.local;
import static dev.starling.speaker.kube.model.World.map;
import static dev.starling.speaker.kube.model.World.node;
import static dev.starling.speaker.kube.model.World.notReady;
import static dev.starling.speaker.kube.model.World.pool;
import static dev.starling.speaker.kube.model.World.ready;
import static dev.starling.speaker.kube.model.World.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.Verdict.Withheld;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolverTest {
  private static final String IP = "10.20.30.1";
  private static final ObjectName WEB = new ObjectName("default", "web");

  @ParameterizedTest
  @CsvSource({
    "ClusterIP, , '', notLoadBalancer",
    "LoadBalancer, example.com/lb, 10.20.30.1, otherLoadBalancerClass",
    "LoadBalancer, , '', noIPAllocated",
    "LoadBalancer, , '-', invalidIP",
    "LoadBalancer, , 10.20.30.300, invalidIP",
    "LoadBalancer, , 10.20.30.1 1000::1%eth0, invalidIP",
    "LoadBalancer, , 10.20.30.1 lb.example.com, invalidIP",
    "LoadBalancer, , 10.20.31.1, ipNotAllowed",
    "LoadBalancer, , 10.20.30.1 10.20.31.1, ipNotAllowed",
    "LoadBalancer, , 10.20.30.1 10.20.40.1, ipNotAllowed",
    "LoadBalancer, , 127.0.0.1, unusableIP",
    "LoadBalancer, , 224.0.0.5, unusableIP",
    "LoadBalancer, , 255.255.255.255, unusableIP",
    "LoadBalancer, , 10.20.30.200, ipOfNode"
  })
  void aServiceThatIsNotAnnouncedSaysWhy(
      String type, @Nullable String loadBalancerClass, String ips, String word) {
    World world = World.of("iris1").ad(everything("all"));
    world.pools.add(pool("odd", "127.0.0.0/8", "224.0.0.0/3", "10.20.40.0/24"));
    world.speakers.add(new SpeakerPod("speaker", "iris1", "10.20.30.200", "Running"));
    List<String> ingress = ips.isEmpty() ? List.of() : List.of(ips.replace("-", "").split(" ", -1));
    world.service(
        new KubeService(WEB, "", "", type, loadBalancerClass, "Cluster", map(), map(), ingress),
        ready("iris1"));
    assertThat(world.reason("web")).isEqualTo(word);
  }

  /** TestLBClass, and loadbalancer_class.go: a foreign class is not ours. */
  @ParameterizedTest
  @CsvSource({
    ", '', true",
    "'', '', true",
    "a, '', false",
    ", a, false",
    "'', a, false",
    "a, a, true",
    "a, b, false"
  })
  void aClassMustBeTheSpeakersOwn(@Nullable String of, String own, boolean announced) {
    World world = World.of("iris1").ad(everything("all"));
    world.rules = new Rules(own, NodeRules.DEFAULTS, "p", List.of());
    world.service(
        new KubeService(WEB, "", "", "LoadBalancer", of, null, map(), map(), List.of(IP)),
        ready("iris1"));
    assertThat(world.owner("web") != null).isEqualTo(announced);
  }

  @Test
  void withoutPoolsOrAdvertisementsOrNodesNothingIsAnnounced() {
    World world = World.of("iris1").service(cluster("web", IP), ready("iris1"));
    assertThat(world.reason("web")).isEqualTo("noMatchingAdvertisement");
    world.ad(everything("all"));
    assertThat(world.owner("web")).isEqualTo("iris1");
    world.nodes.clear();
    assertThat(world.reason("web")).isEqualTo("noMatchingAdvertisement");
    world.pools.clear();
    assertThat(world.reason("web")).isEqualTo("ipNotAllowed");
    assertThat(new World().resolve()).isEqualTo(new World().resolve());
  }

  @Test
  void theChecksComeInTheOrderOfTheReasons() {
    World world = World.of("iris1").ad(new World.Ad("a").on("ghost").build());
    world.service(cluster("web", IP), notReady("iris1"));
    assertThat(world.reason("web")).isEqualTo("noServableEndpoint");
    world.service(local("local", IP), ready("elsewhere"));
    assertThat(world.reason("local")).isEqualTo("noMatchingAdvertisement");
    world.ad(everything("all"));
    assertThat(world.reason("local")).isEqualTo("noCandidate");
  }

  @Test
  void eachNodeRuleExcludesByItsOwnReason() {
    KubeNode bad =
        new KubeNode(
            "iris1",
            map("node.kubernetes.io/exclude-from-external-load-balancers", ""),
            map("drain", "now"),
            map("NetworkUnavailable", "True", "Ready", "Unknown"),
            new TreeSet<>(List.of("node.kubernetes.io/out-of-service")),
            true,
            List.of());
    KubeNode connected = withConditions(bad, Map.of("Ready", "False"));
    assertThat(exclusion(bad, NodeRules.DEFAULTS)).isEqualTo(NodeExclusion.NETWORK_UNAVAILABLE);
    assertThat(exclusion(connected, NodeRules.DEFAULTS)).isEqualTo(NodeExclusion.EXCLUDE_LABEL);
    assertThat(exclusion(connected, new NodeRules(true, false, false, false, null))).isNull();
    assertThat(exclusion(connected, new NodeRules(true, true, true, true, "drain")))
        .isEqualTo(NodeExclusion.NOT_READY);
    KubeNode ready = withConditions(bad, Map.of("Ready", "True"));
    assertThat(exclusion(ready, new NodeRules(true, true, true, true, "drain")))
        .isEqualTo(NodeExclusion.OUT_OF_SERVICE);
    assertThat(exclusion(ready, new NodeRules(true, true, false, true, "drain")))
        .isEqualTo(NodeExclusion.CORDONED);
    assertThat(exclusion(ready, new NodeRules(true, true, false, false, "drain")))
        .isEqualTo(NodeExclusion.DRAIN_ANNOTATION);
    assertThat(exclusion(ready, new NodeRules(true, true, false, false, "other"))).isNull();
    KubeNode untold = withConditions(bad, Map.of());
    assertThat(exclusion(untold, new NodeRules(true, true, false, false, null))).isNull();
  }

  @Test
  void aDrainAnnotationOfFalseDrainsNot() {
    NodeRules rules = new NodeRules(false, false, false, false, "drain");
    KubeNode node =
        new KubeNode("a", map(), map("drain", "false"), map(), new TreeSet<>(), false, List.of());
    assertThat(rules.exclusionOf(node)).isNull();
  }

  @Test
  void aSpeakerWithoutANodeIsNoCandidate() {
    World world = World.of("iris1").ad(everything("all"));
    world.speakers.add(new SpeakerPod("speaker", "iris2", "192.0.2.2", "Running"));
    world.service(cluster("web", IP), ready("iris1"));
    assertThat(world.announced("web").excluded()).isEqualTo(Map.of("iris2", NodeExclusion.NO_NODE));
  }

  @Test
  void anIpThatIsToldTwiceIsAnnouncedOnce() {
    World world = World.of("iris1").ad(everything("all"));
    world.service(cluster("web", IP, "::ffff:10.20.30.1", "1000::0001", IP), ready("iris1"));
    assertThat(world.announced("web").ips())
        .containsExactly(ServiceIp.of(IP), ServiceIp.of("1000::1"));
    assertThat(world.announced("web").decidingIp().text()).isEqualTo(IP);
  }

  @ParameterizedTest
  @CsvSource({
    ", , false",
    "unique, , true",
    "available, , false",
    ", unique, true",
    "available, unique, false",
    "unique, available, true",
    "Unique, , false",
    "Unique, unique, true"
  })
  void thePolicyIsTheServicesOrElseThePools(
      @Nullable String of, @Nullable String ofPool, boolean unique) {
    World world = World.of("iris1").ad(everything("all"));
    world.pools.set(0, new AddressPool("default", map(), policy(ofPool), List.of("10.20.30.0/24")));
    world.service(service("web", "Cluster", map(), policy(of), IP), ready("iris1"));
    assertThat(world.announced("web").unique()).isEqualTo(unique);
    List<ObjectFault> faults = world.resolve().faults();
    assertThat(faults).hasSize("Unique".equals(of) ? 1 : 0);
    assertThat(faults).allMatch(fault -> fault.reason() == FaultReason.POLICY);
  }

  @Test
  void withoutMetalLbsKindsItsOwnPoolsCount() {
    World world = World.of("iris1", "iris2");
    world.metalLb = false;
    world.service(cluster("web", IP), ready("iris1"));
    assertThat(world.reason("web")).isEqualTo("ipNotAllowed");
    OwnPool all = new OwnPool("all", List.of("10.20.30.0/28"), List.of(), false);
    OwnPool some = new OwnPool("some", List.of("10.20.30.16/28"), List.of("eth1"), true);
    world.rules = new Rules("", NodeRules.DEFAULTS, "p", List.of(all, some));
    world.service(cluster("some", "10.20.30.17"), ready("iris1"));
    assertThat(world.announced("web").candidates())
        .isEqualTo(Map.of("iris1", new Candidate(0, null), "iris2", new Candidate(0, null)));
    assertThat(world.announced("web").unique()).isFalse();
    assertThat(world.announced("some").unique()).isTrue();
    assertThat(world.announced("some").pool()).isEqualTo("some");
    assertThat(world.announced("some").candidates().values())
        .containsOnly(new Candidate(0, Copies.set(List.of("eth1"))));
    world.metalLb = true;
    world.pools.clear();
    assertThat(world.reason("web")).isEqualTo("ipNotAllowed");
  }

  @Test
  void twoObjectsOfOneNameCannotBe() {
    List<KubeNode> twice = Collections.nCopies(2, node("iris1"));
    assertThatThrownBy(() -> Snapshot.byName(twice, KubeNode::name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("iris1");
  }

  @Test
  void tooManyIpsAreWithheld() {
    World world = World.of("iris1").ad(everything("all"));
    world.service(
        cluster("web", Collections.nCopies(17, IP).toArray(new String[0])), ready("iris1"));
    assertThat(world.withheld("web"))
        .isEqualTo(new Withheld(WithheldReason.TOO_MANY_IPS, "17", Collections.emptySortedMap()));
  }

  private static @Nullable NodeExclusion exclusion(KubeNode node, NodeRules rules) {
    return rules.exclusionOf(node);
  }

  private static KubeNode withConditions(KubeNode node, Map<String, String> conditions) {
    String[] pairs =
        conditions.entrySet().stream()
            .flatMap(each -> List.of(each.getKey(), each.getValue()).stream())
            .toArray(String[]::new);
    return new KubeNode(
        node.name(),
        node.labels(),
        node.annotations(),
        map(pairs),
        node.taints(),
        node.unschedulable(),
        node.addresses());
  }

  private static SortedMap<String, String> policy(@Nullable String policy) {
    return policy == null ? map() : map("starling.dev/policy", policy);
  }

  @Test
  void aNodeGoesOnUntilItHasHandedOverWhileTheOthersExcludeIt() {
    World world = World.of("a", "b");
    world.set(World.node("a", "node.kubernetes.io/exclude-from-external-load-balancers", ""));
    world.ad(World.everything("all")).service(World.cluster("web", "10.20.30.1"), World.ready("a"));
    assertThat(world.announced("web").candidates()).containsOnlyKeys("b");

    Resolution own = Resolver.resolve(world.snapshot(), world.rules, "a");
    assertThat(own.ownExclusion()).isEqualTo(NodeExclusion.EXCLUDE_LABEL);
    assertThat(own.services().get(new ObjectName("default", "web")))
        .isInstanceOfSatisfying(
            Verdict.Announced.class,
            web -> assertThat(web.candidates()).containsOnlyKeys("a", "b"));
    assertThat(Resolver.resolve(world.snapshot(), world.rules, "b").ownExclusion()).isNull();
  }
}
