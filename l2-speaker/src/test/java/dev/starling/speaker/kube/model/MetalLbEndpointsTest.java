package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.NodeExclusion.NO_LOCAL_ENDPOINT;
import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.everything;
import static dev.starling.speaker.kube.model.World.local;
import static dev.starling.speaker.kube.model.World.notReady;
import static dev.starling.speaker.kube.model.World.ready;
import static dev.starling.speaker.kube.model.World.sharing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MetalLB's own tests on endpoints, row by row; each method has the name of theirs in its doc. */
class MetalLbEndpointsTest {
  private static final String FIRST = "10.20.30.1";
  private static final String SECOND = "10.20.30.2";
  private static final String NOBODY = "noServableEndpoint";

  /** TestIsConditionReadyOrServing, and the rows that it lacks. */
  @ParameterizedTest
  @CsvSource({
    "true, , true",
    ", true, true",
    "true, false, true",
    ", , true",
    ", false, true",
    "false, , false",
    "false, true, true",
    "false, false, false",
    "true, true, true"
  })
  void theTruthTableOfServable(
      @Nullable Boolean ready, @Nullable Boolean serving, boolean servable) {
    assertThat(new Endpoint("iris1", ready, serving).isServable()).isEqualTo(servable);
  }

  /** TestUsableNodesEPSlices: Two endpoints, different hosts, multi slice. */
  @Test
  void usableNodesTwoEndpointsDifferentHostsMultiSlice() {
    World world = iris(local("web", FIRST), ready("iris1"));
    world.endpoints.add(
        new KubeEndpoints(new ObjectName("default", "web"), List.of(ready("iris2"))));
    assertThat(world.announced("web").candidates()).containsOnlyKeys("iris1", "iris2");
  }

  /** TestUsableNodesEPSlices: Two endpoints, different hosts. */
  @Test
  void usableNodesTwoEndpointsDifferentHosts() {
    assertThat(usable(ready("iris1"), ready("iris2"))).containsExactly("iris1", "iris2");
  }

  /** TestUsableNodesEPSlices: Two endpoints, same host. */
  @Test
  void usableNodesTwoEndpointsSameHost() {
    assertThat(usable(ready("iris1"), ready("iris1"))).containsExactly("iris1");
  }

  /** TestUsableNodesEPSlices: Two endpoints, same host, one is not ready. */
  @Test
  void usableNodesTwoEndpointsSameHostOneIsNotReady() {
    assertThat(usable(ready("iris1"), notReady("iris1"))).containsExactly("iris1");
  }

  /** TestUsableNodesEPSlices: Two endpoints, different hosts, not ready but serving. */
  @Test
  void usableNodesNotReadyButServing() {
    assertThat(usable(new Endpoint("iris1", false, true), new Endpoint("iris2", false, true)))
        .containsExactly("iris1", "iris2");
  }

  /** TestUsableNodesEPSlices: Two endpoints, different hosts, ready but not serving. */
  @Test
  void usableNodesReadyButNotServing() {
    assertThat(usable(new Endpoint("iris1", true, false), new Endpoint("iris2", true, false)))
        .containsExactly("iris1", "iris2");
  }

  /** TestUsableNodesEPSlicesWithSpeakerlistDisabled: endpoints are of no account for Cluster. */
  @Test
  void usableNodesOfAClusterPolicyAreAllNodes() {
    World world = iris(cluster("web", FIRST), ready("iris1"));
    assertThat(world.announced("web").candidates()).containsOnlyKeys("iris1", "iris2");
  }

  /** TestShouldAnnounceEPSlices, rows 1 to 5 and 9 to 13: one service. */
  @Test
  void shouldAnnounceOneService() {
    assertThat(owner(ready("iris1"), ready("iris1"))).isEqualTo("iris1");
    assertThat(reason(notReady("iris1"), notReady("iris1"))).isEqualTo(NOBODY);
    assertThat(owner(ready("iris1"), ready("iris2"))).isEqualTo("iris2");
    assertThat(reason(notReady("iris1"), notReady("iris2"))).isEqualTo(NOBODY);
    assertThat(owner(ready("iris1"), notReady("iris2"))).isEqualTo("iris1");
    assertThat(owner(ready("iris1"), ready("iris2"), ready("iris2"))).isEqualTo("iris2");
    assertThat(owner(ready("iris1"), ready("iris2"), ready("iris1"))).isEqualTo("iris2");
    assertThat(owner(ready("iris1"), ready("iris2"), notReady("iris2"))).isEqualTo("iris2");
    assertThat(owner(ready("iris1"), ready("iris2"), notReady("iris1"))).isEqualTo("iris2");
    assertThat(owner(ready("iris1"), notReady("iris2"), notReady("iris2"))).isEqualTo("iris1");
  }

  /** TestShouldAnnounceEPSlices, rows 6 to 8: two services. */
  @Test
  void shouldAnnounceTwoServices() {
    World both =
        iris(local("a", FIRST), ready("iris1"), ready("iris2"))
            .service(local("b", SECOND), ready("iris1"), ready("iris2"));
    assertThat(both.owner("a")).isEqualTo("iris2");
    assertThat(both.owner("b")).isEqualTo("iris1");
    World oneEndpointLess =
        iris(local("a", FIRST), ready("iris1"), ready("iris2"))
            .service(local("b", SECOND), ready("iris1"), notReady("iris2"));
    assertThat(oneEndpointLess.owner("a")).isEqualTo("iris2");
    assertThat(oneEndpointLess.owner("b")).isEqualTo("iris1");
    World oneEach =
        iris(local("a", FIRST), notReady("iris1"), ready("iris2"))
            .service(local("b", SECOND), ready("iris1"), notReady("iris2"));
    assertThat(oneEach.owner("a")).isEqualTo("iris2");
    assertThat(oneEach.owner("b")).isEqualTo("iris1");
  }

  /** TestClusterPolicy: two services on one IP have one owner, wherever their endpoints are. */
  @Test
  void clusterPolicyOnOneIp() {
    World world =
        iris(sharing("a", "", "key", FIRST), ready("iris1"))
            .service(sharing("b", "", "key", FIRST), ready("iris2"));
    assertThat(world.owner("a")).isEqualTo("iris2");
    assertThat(world.owner("b")).isEqualTo("iris2");
    SharedIp shared = world.resolve().shared().getFirst();
    assertThat(shared.ip().text()).isEqualTo(FIRST);
    assertThat(shared.services()).hasSize(2);
    assertThat(shared.oneOwner()).isTrue();
  }

  @Test
  void anEndpointWithoutANodeServesClusterButNoNode() {
    Endpoint nowhere = new Endpoint(null, true, null);
    assertThat(iris(cluster("web", FIRST), nowhere).owner("web")).isEqualTo("iris2");
    World world = iris(local("web", FIRST), nowhere);
    assertThat(world.reason("web")).isEqualTo("noCandidate");
    assertThat(world.withheld("web").excluded())
        .isEqualTo(Map.of("iris1", NO_LOCAL_ENDPOINT, "iris2", NO_LOCAL_ENDPOINT));
  }

  private static World iris(KubeService service, Endpoint... endpoints) {
    return World.of("iris1", "iris2").ad(everything("all")).service(service, endpoints);
  }

  private static Iterable<String> usable(Endpoint... endpoints) {
    return iris(local("web", FIRST), endpoints).announced("web").candidates().keySet();
  }

  private static @Nullable String owner(Endpoint... endpoints) {
    return iris(local("web", FIRST), endpoints).owner("web");
  }

  private static String reason(Endpoint... endpoints) {
    return iris(local("web", FIRST), endpoints).reason("web");
  }
}
