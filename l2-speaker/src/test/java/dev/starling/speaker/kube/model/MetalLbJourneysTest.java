package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.everything;
import static dev.starling.speaker.kube.model.World.expression;
import static dev.starling.speaker.kube.model.World.labels;
import static dev.starling.speaker.kube.model.World.local;
import static dev.starling.speaker.kube.model.World.map;
import static dev.starling.speaker.kube.model.World.named;
import static dev.starling.speaker.kube.model.World.node;
import static dev.starling.speaker.kube.model.World.pool;
import static dev.starling.speaker.kube.model.World.ready;
import static dev.starling.speaker.kube.model.World.service;
import static dev.starling.speaker.kube.model.World.sharing;
import static dev.starling.speaker.kube.model.World.withCondition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.World.Ad;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MetalLB's end to end tests, as far as it is objects that change: each by its file and case. */
class MetalLbJourneysTest {
  private static final String IP = "10.20.30.1";
  private static final List<String> NODES = List.of("worker-1", "worker-2", "worker-3");

  /** l2.go: ExternalTrafficPolicy=Cluster, then Local. */
  @Test
  void trafficPolicies() {
    World world = world(everything("all"));
    assertThat(world.announced("web").candidates().keySet()).containsExactlyElementsOf(NODES);
    world.service(local("local", "10.20.30.2"), ready("worker-2"), ready("worker-3"));
    assertThat(world.announced("local").candidates()).containsOnlyKeys("worker-2", "worker-3");
  }

  /** l2.go: a NetworkUnavailable condition moves the IP, and it comes back to the same node. */
  @Test
  void networkUnavailable() {
    World world = world(everything("all"));
    String owner = ownerOf(world);
    world.set(withCondition(owner, "NetworkUnavailable", "True"));
    assertThat(ownerOf(world)).isNotEqualTo(owner);
    for (String status : List.of("False", "Unknown", "true")) {
      world.set(withCondition(owner, "NetworkUnavailable", status));
      assertThat(ownerOf(world)).as(status).isEqualTo(owner);
    }
  }

  /** l2.go: the label NodeExcludeBalancers moves the IP, and it comes back to the same node. */
  @Test
  void excludeLabel() {
    World world = world(everything("all"));
    String owner = ownerOf(world);
    world.set(node(owner, "node.kubernetes.io/exclude-from-external-load-balancers", ""));
    assertThat(ownerOf(world)).isNotEqualTo(owner);
    assertThat(ownerOf(world.set(named(owner)))).isEqualTo(owner);
  }

  /** l2.go: AddressPool defined by address range, and by network prefix; both families. */
  @ParameterizedTest
  @ValueSource(
      strings = {"10.20.30.1-10.20.30.9", "10.20.30.0/29", "1000::1-1000::9", "1000::/120"})
  void poolsByRangeAndPrefix(String addresses) {
    World world = World.of("worker-1").ad(everything("all"));
    world.pools.set(0, pool("ranges", addresses));
    boolean ipv6 = addresses.contains(":");
    world.service(cluster("in", ipv6 ? "1000::2" : "10.20.30.2"), ready("worker-1"));
    world.service(cluster("out", ipv6 ? "1001::2" : "10.20.31.2"), ready("worker-1"));
    assertThat(world.owner("in")).isEqualTo("worker-1");
    assertThat(world.reason("out")).isEqualTo("ipNotAllowed");
  }

  /** l2.go: different services sharing the same IP advertise from the same node; both families. */
  @ParameterizedTest
  @ValueSource(strings = {IP, "1000::1"})
  void sharedIp(String ip) {
    World world = World.of("worker-1", "worker-2", "worker-3").ad(everything("all"));
    var sharing = map("metallb.io/allow-shared-ip", "key");
    world.service(service("a", "Cluster", map(), sharing, ip), ready("worker-1"));
    world.service(service("b", "Cluster", map(), sharing, ip), ready("worker-2"));
    assertThat(world.owner("a")).isNotNull().isEqualTo(world.owner("b"));
    assertThat(world.resolve().shared()).hasSize(1).allMatch(SharedIp::oneOwner);
  }

  /** l2.go, status: the services of both families have one owner, that of the first IP. */
  @Test
  void dualStackFollowsItsFirstIp() {
    String owner = ownerOf(world(everything("all")));
    World world = World.of("worker-1", "worker-2", "worker-3").ad(everything("all"));
    world.service(sharing("both", "", "key", IP, "1000::1"), ready("worker-1"));
    world.service(sharing("reverse", "", "key", "1000::1", IP), ready("worker-1"));
    world.service(sharing("single", "", "key", "1000::1"), ready("worker-1"));
    assertThat(world.owner("both")).isEqualTo(owner);
    assertThat(world.owner("reverse")).isEqualTo(world.owner("single"));
    assertThat(world.resolve().shared()).hasSize(2).noneMatch(SharedIp::oneOwner);
  }

  /** interface_selector.go: chosen, changed at run time, one that does not exist. */
  @Test
  void interfaces() {
    World world = world(new Ad("one").interfaces("eth0").build());
    assertThat(interfacesOf(world, "worker-1")).isEqualTo(List.of("eth0"));
    world.ads.set(0, new Ad("one").interfaces("eth1", "eth2").build());
    assertThat(interfacesOf(world, "worker-1")).isEqualTo(List.of("eth1", "eth2"));
    world.ads.set(0, new Ad("one").interfaces("foo").build());
    assertThat(interfacesOf(world, "worker-1")).isEqualTo(List.of("foo"));
  }

  /** interface_selector.go: two advertisements, and one with a node selector. */
  @Test
  void interfacesOfTwoAdvertisements() {
    World world =
        world(
            new Ad("one").interfaces("eth0").build(),
            new Ad("two").interfaces("eth1").on("worker-2").build());
    assertThat(interfacesOf(world, "worker-1")).isEqualTo(List.of("eth0"));
    assertThat(interfacesOf(world, "worker-2")).isEqualTo(List.of("eth0", "eth1"));
  }

  /** node_selector.go: one node at a time, several, none; a node that gets the label. */
  @Test
  void nodeSelectors() {
    for (String node : NODES) {
      assertThat(ownerOf(world(new Ad("a").on(node).build()))).isEqualTo(node);
    }
    assertThat(world(new Ad("a").on("worker-1", "worker-3").build()).announced("web").candidates())
        .containsOnlyKeys("worker-1", "worker-3");
    World world = world(new Ad("a").nodes(labels("announce", "yes")).build());
    assertThat(world.reason("web")).isEqualTo("noMatchingAdvertisement");
    world.set(node("worker-3", "announce", "yes"));
    assertThat(ownerOf(world)).isEqualTo("worker-3");
  }

  /** preferred_node.go: prefer; fall back when the label goes; nothing matches is the baseline. */
  @Test
  void preferredNode() {
    String baseline = ownerOf(world(everything("a")));
    for (String node : NODES) {
      World world = world(new Ad("a").prefer(100, labels("edge", "yes")).build());
      assertThat(ownerOf(world)).isEqualTo(baseline);
      world.set(node(node, "host", node, "edge", "yes"));
      assertThat(ownerOf(world)).isEqualTo(node);
      assertThat(ownerOf(world.set(named(node)))).isEqualTo(baseline);
    }
  }

  /** preferred_node.go: excluded, then reclaims; the spec changes at run time. */
  @Test
  void preferredNodeIsExcludedAndReclaims() {
    World world = world(new Ad("a").prefer(Map.of("worker-1", 50)).build());
    world.set(
        node(
            "worker-1",
            "host",
            "worker-1",
            "node.kubernetes.io/exclude-from-external-load-balancers",
            ""));
    assertThat(ownerOf(world)).isNotEqualTo("worker-1");
    assertThat(ownerOf(world.set(named("worker-1")))).isEqualTo("worker-1");
    world.ads.set(0, new Ad("a").prefer(Map.of("worker-2", 50)).build());
    assertThat(ownerOf(world)).isEqualTo("worker-2");
  }

  /** preferred_node.go: nodeSelectors are hard, preferences are soft; disjoint sets. */
  @Test
  void nodeSelectorsAreHardAndPreferencesAreSoft() {
    Ad both = new Ad("a").on("worker-1", "worker-2");
    assertThat(ownerOf(world(both.prefer(Map.of("worker-2", 1, "worker-3", 100)).build())))
        .isEqualTo("worker-2");
    Ad disjoint = new Ad("a").on("worker-1").prefer(Map.of("worker-3", 100));
    World world = world(disjoint.build());
    assertThat(ownerOf(world)).isEqualTo("worker-1");
    assertThat(world.announced("web").candidates()).containsOnlyKeys("worker-1");
  }

  /** preferred_node.go: weights are summed over ads; scoped by serviceSelectors. */
  @Test
  void weightsOverAdvertisements() {
    Ad first = new Ad("a").prefer(Map.of("worker-1", 60));
    Ad second = new Ad("b").prefer(Map.of("worker-1", 30, "worker-2", 80));
    assertThat(ownerOf(world(first.build(), second.build()))).isEqualTo("worker-1");
    second.services(labels("app", "web"));
    first.services(labels("app", "other"));
    assertThat(ownerOf(world(first.build(), second.build()))).isEqualTo("worker-2");
  }

  /** service_selector.go: both pool and service must match, and a label withdraws or announces. */
  @Test
  void poolAndServiceSelectors() {
    World world = world(new Ad("a").pools("default").services(labels("app", "web")).build());
    world.pools.add(pool("other", "10.20.31.0/24"));
    world.service(service("foreign", "Cluster", map("app", "web"), map(), "10.20.31.1"));
    world.endpoints.add(
        new KubeEndpoints(new ObjectName("default", "foreign"), List.of(ready("worker-1"))));
    assertThat(world.owner("web")).isNotNull();
    assertThat(world.reason("foreign")).isEqualTo("noMatchingAdvertisement");
    relabel(world, "app", "changed");
    assertThat(world.reason("web")).isEqualTo("noMatchingAdvertisement");
    relabel(world, "app", "web");
    assertThat(world.owner("web")).isNotNull();
  }

  /** service_selector.go: one of two nodes; none if no ad matches service and node; OR. */
  @Test
  void serviceSelectors() {
    Ad one = new Ad("one").on("worker-1").services(labels("app", "web"));
    Ad two = new Ad("two").on("worker-2").services(labels("app", "web"));
    assertThat(world(one.build(), two.build()).announced("web").order())
        .containsExactlyInAnyOrder("worker-1", "worker-2");
    one.services(labels("app", "other"));
    two.on("ghost");
    assertThat(world(one.build(), two.build()).reason("web")).isEqualTo("noMatchingAdvertisement");
    one.services(labels("app", "other"), expression("app", "In", "db", "web"));
    assertThat(ownerOf(world(one.build(), two.build()))).isEqualTo("worker-1");
  }

  private static String ownerOf(World world) {
    return Objects.requireNonNull(world.owner("web"));
  }

  private static List<String> interfacesOf(World world, String node) {
    Candidate candidate = Objects.requireNonNull(world.announced("web").candidates().get(node));
    return List.copyOf(Objects.requireNonNull(candidate.interfaces()));
  }

  private static void relabel(World world, String key, String value) {
    world.services.set(0, service("web", "Cluster", map(key, value), map(), IP));
  }

  private static World world(Advertisement... ads) {
    World world = World.of().ad(ads);
    NODES.forEach(name -> world.set(named(name)));
    return world.service(
        service("web", "Cluster", map("app", "web"), map(), IP), ready("worker-1"));
  }
}
