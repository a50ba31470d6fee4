package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.everything;
import static dev.starling.speaker.kube.model.World.map;
import static dev.starling.speaker.kube.model.World.notReady;
import static dev.starling.speaker.kube.model.World.pool;
import static dev.starling.speaker.kube.model.World.ready;
import static dev.starling.speaker.kube.model.World.sharing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.plan.Planner;
import dev.starling.speaker.kube.plan.Self;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A newcomer takes nothing from a Service that is there, whatever its name. */
class SharingTest {
  private static final String IP = "10.20.30.1";
  private static final String OLD = "2026-01-01T00:00:00Z";
  private static final String NEW = "2026-11-30T05:20:31Z";

  @ParameterizedTest
  @CsvSource({"'', ''", "key, ''", "'', key", "key, other"})
  void anIpStaysWithTheOldestUnlessBothNameTheSameKey(String oldKey, String newKey) {
    World world = world();
    world.service(sharing("web", OLD, oldKey, IP), ready("iris1"));
    world.service(sharing("aaa", NEW, newKey, "10.20.30.2", IP), ready("iris1"));
    assertThat(world.owner("web")).isNotNull();
    assertThat(world.withheld("aaa").reason()).isEqualTo(WithheldReason.IP_TAKEN);
    assertThat(world.withheld("aaa").text()).isEqualTo("10.20.30.1 of default/web");
    assertThat(world.resolve().shared()).isEmpty();
  }

  @Test
  void ciliumsKeyIsAsGood() {
    World world = world();
    for (String name : List.of("web", "aaa")) {
      world.service(
          new KubeService(
              new ObjectName("default", name),
              "uid-" + name,
              OLD,
              "LoadBalancer",
              null,
              "Cluster",
              map(),
              map("lbipam.cilium.io/sharing-key", "key"),
              List.of(IP)),
          ready("iris1"));
    }
    assertThat(world.owner("web")).isNotNull();
    assertThat(world.owner("aaa")).isNotNull();
  }

  @Test
  void anIpStaysWithTheOldestWhileThatHasNoEndpoint() {
    World world = world();
    world.service(sharing("web", OLD, "", IP), notReady("iris1"));
    world.service(sharing("aaa", NEW, "", IP), ready("iris1"));
    assertThat(world.reason("aaa")).isEqualTo("ipTaken");
  }

  @Test
  void ofOneSecondTheUidDecides() {
    World world = world();
    world.service(sharing("web", OLD, "", IP), ready("iris1"));
    world.service(sharing("aaa", OLD, "", IP), ready("iris1"));
    assertThat(world.owner("aaa")).isNotNull();
    assertThat(world.reason("web")).isEqualTo("ipTaken");
  }

  @Test
  void ofThoseThatShareTheOldestDecides() {
    World world = world();
    world.service(sharing("web", OLD, "key", IP, "1000::1"), ready("iris1"));
    world.service(sharing("aaa", NEW, "key", "1000::1"), ready("iris1"));
    assertThat(world.resolve().shared())
        .singleElement()
        .satisfies(
            shared ->
                assertThat(shared.services())
                    .extracting(ObjectName::name)
                    .containsExactly("web", "aaa"));
    var plan = Planner.plan(world.resolve(), new Self("iris1", 4, false)).plan();
    assertThat(plan.services())
        .allSatisfy(service -> assertThat(service.key()).hasToString(IP))
        .extracting(service -> service.name())
        .containsExactlyInAnyOrder("default/web", "default/web default/aaa");
  }

  @Test
  void theOldestAreWithinTheLimitAndASharedIpCountsOnce() {
    World world = world();
    world.pools.set(0, pool("default", "10.0.0.0/8"));
    int services = Limits.IPS / Limits.IPS_OF_SERVICE;
    String[] first = {};
    for (int i = 0; i < services; i++) {
      List<String> ips = new ArrayList<>();
      for (int j = 0; j < Limits.IPS_OF_SERVICE; j++) {
        ips.add("10." + i / 256 + "." + i % 256 + "." + j);
      }
      String[] all = ips.toArray(new String[0]);
      first = i == 0 ? all : first;
      String name = String.format(Locale.ROOT, "s%05d", i);
      world.service(sharing(name, OLD, "key", all), ready("iris1"));
    }
    world.service(sharing("aaa", NEW, "", "10.200.0.1"), ready("iris1"));
    world.service(sharing("bbb", NEW, "key", first), ready("iris1"));
    assertThat(world.reason("aaa")).isEqualTo("tooManyServices");
    assertThat(world.owner("bbb")).isNotNull();
  }

  @Test
  void theAddressesOfAllNodesAreTheirOwn() {
    World world = world();
    world.nodes.add(World.at("gateway", "InternalIP 10.20.30.5", "ExternalIP 10.20.30.6"));
    world.service(cluster("in", "10.20.30.5"), ready("iris1"));
    world.service(cluster("ex", "10.20.30.6"), ready("iris1"));
    world.service(cluster("web", "10.20.30.7"), ready("iris1"));
    assertThat(world.reason("in")).isEqualTo("ipOfNode");
    assertThat(world.reason("ex")).isEqualTo("ipOfNode");
    assertThat(world.owner("web")).isNotNull();
  }

  private static World world() {
    return World.of("iris1").ad(everything("all"));
  }
}
