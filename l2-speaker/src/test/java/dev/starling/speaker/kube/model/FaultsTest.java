package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.cluster;
import static dev.starling.speaker.kube.model.World.everything;
import static dev.starling.speaker.kube.model.World.expression;
import static dev.starling.speaker.kube.model.World.labels;
import static dev.starling.speaker.kube.model.World.map;
import static dev.starling.speaker.kube.model.World.named;
import static dev.starling.speaker.kube.model.World.node;
import static dev.starling.speaker.kube.model.World.pool;
import static dev.starling.speaker.kube.model.World.ready;
import static dev.starling.speaker.kube.model.World.service;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.ObjectFault.Kind;
import dev.starling.speaker.kube.model.World.Ad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a faulty object loses, and that the rest loses nothing. */
class FaultsTest {
  private static final String IP = "10.20.30.1";

  @Test
  void aBadRangeCostsThatRange() {
    World world = world(everything("all"));
    world.pools.set(
        0, pool("default", "10.20.30.0/33", "10.20.30.0/28", "junk", "10.20.30.99-10.20.30.90"));
    world.pools.add(pool("empty", "junk"));
    world.service(cluster("beyond", "10.20.30.95"), ready("iris1"));
    assertThat(world.owner("web")).isNotNull();
    assertThat(world.reason("beyond")).isEqualTo("ipNotAllowed");
    assertThat(world.resolve().faults())
        .containsExactly(
            new ObjectFault(Kind.POOL, "default", FaultReason.NO_RANGE, "junk"),
            new ObjectFault(Kind.POOL, "default", FaultReason.PREFIX_LENGTH, "10.20.30.0/33"),
            new ObjectFault(
                Kind.POOL, "default", FaultReason.RANGE_REVERSED, "10.20.30.99-10.20.30.90"),
            new ObjectFault(Kind.POOL, "empty", FaultReason.NO_RANGE, "junk"),
            new ObjectFault(Kind.POOL, "empty", FaultReason.POOL_WITHOUT_RANGES, ""));
  }

  @Test
  void overlapsAreToldAndTheFirstNameWins() {
    World world = world(everything("all"));
    world.pools.add(pool("another", "10.20.0.0/16"));
    world.pools.add(pool("third", "10.20.255.1-10.21.0.1"));
    assertThat(world.announced("web").pool()).isEqualTo("another");
    assertThat(world.resolve().faults())
        .containsExactly(
            new ObjectFault(
                Kind.POOL,
                "default",
                FaultReason.RANGE_OVERLAPS,
                "10.20.30.0-10.20.30.255 of another"),
            new ObjectFault(
                Kind.POOL,
                "third",
                FaultReason.RANGE_OVERLAPS,
                "10.20.255.1-10.21.0.1 of another"));
  }

  @Test
  void aBadSelectorMatchesNothingAndNeverEverything() {
    LabelSelector bad = expression("host", "Near", "iris1");
    assertThat(world(new Ad("a").nodes(bad).build()).reason("web"))
        .isEqualTo("noMatchingAdvertisement");
    assertThat(world(new Ad("a").services(bad).build()).reason("web"))
        .isEqualTo("noMatchingAdvertisement");
    assertThat(world(new Ad("a").poolSelectors(bad).build()).reason("web"))
        .isEqualTo("noMatchingAdvertisement");
    World world = world(new Ad("a").nodes(bad, World.host("iris1")).build());
    assertThat(world.owner("web")).isEqualTo("iris1");
    ObjectFault fault = world.resolve().faults().getFirst();
    assertThat(fault.kind()).isEqualTo(Kind.ADVERTISEMENT);
    assertThat(fault.name()).isEqualTo("a");
    assertThat(fault.reason()).isEqualTo(FaultReason.SELECTOR_OPERATOR);
    assertThat(fault.text()).contains("Near");
  }

  @Test
  void aBadPreferenceIsLeftOut() {
    World world =
        world(
            new Ad("a")
                .prefer(0, labels())
                .prefer(101, labels())
                .prefer(-7, labels())
                .prefer(100, expression("host", "Exists"))
                .prefer(50, expression("host", "Exists", "x"))
                .build());
    assertThat(world.announced("web").candidates().values()).containsOnly(new Candidate(100, null));
    assertThat(world.resolve().faults().stream().map(ObjectFault::reason).toList())
        .containsExactly(
            FaultReason.SELECTOR_VALUES,
            FaultReason.WEIGHT,
            FaultReason.WEIGHT,
            FaultReason.WEIGHT);
  }

  @Test
  void aBadInterfaceNameDoesNotComeToMeanAll() {
    World world = world(new Ad("a").on("iris1").interfaces("", "a/b", "0123456789abcdef").build());
    assertThat(world.withheld("web").excluded())
        .isEqualTo(
            Map.of(
                "iris1", NodeExclusion.NO_INTERFACE,
                "iris2", NodeExclusion.NO_MATCHING_ADVERTISEMENT));
    assertThat(world.reason("web")).isEqualTo("noCandidate");
    assertThat(world.resolve().faults())
        .hasSize(3)
        .allMatch(fault -> fault.reason() == FaultReason.INTERFACE_NAME);
    world.ad(new Ad("b").on("iris1").interfaces("bond0.100").build());
    assertThat(world.announced("web").candidates())
        .isEqualTo(Map.of("iris1", new Candidate(0, Copies.set(List.of("bond0.100")))));
  }

  @Test
  void peersAreTheNodesThatHaveAPodWhateverItsAddress() {
    World world = World.of();
    world.speakers.add(new SpeakerPod("c", "iris3", "2001:DB8::3", "Pending"));
    world.speakers.add(new SpeakerPod("b", "iris1", "192.0.2.1", "Running"));
    world.speakers.add(new SpeakerPod("a", "iris1", "192.0.2.1", "Running"));
    world.speakers.add(new SpeakerPod("d", "iris4", "192.0.2.4", "Failed"));
    world.speakers.add(new SpeakerPod("e", null, null, "Pending"));
    world.speakers.add(new SpeakerPod("f", "iris5", null, "Pending"));
    world.speakers.add(new SpeakerPod("g", "iris6", "fe80::1", "Running"));
    world.speakers.add(new SpeakerPod("h", "iris7", "host.example", "Running"));
    world.speakers.add(new SpeakerPod("i", "", "192.0.2.9", "Running"));
    assertThat(world.resolve().peers())
        .containsExactly(
            new Peer("iris1", ServiceIp.of("192.0.2.1"), null),
            new Peer("iris3", null, ServiceIp.of("2001:db8::3")),
            new Peer("iris5", null, null),
            new Peer("iris6", null, null),
            new Peer("iris7", null, null));
    assertThat(world.resolve().faults())
        .containsExactly(
            new ObjectFault(Kind.POD, "g", FaultReason.HOST_ADDRESS, "fe80::1"),
            new ObjectFault(Kind.POD, "h", FaultReason.HOST_ADDRESS, "host.example"),
            new ObjectFault(Kind.POD, "i", FaultReason.NAME, ""));
  }

  @Test
  void aPeerHasAnAddressOfEachFamilyFromItsPodsOrElseFromItsNode() {
    World world = World.of();
    world.nodes.add(
        World.at("iris1", "InternalIP 192.0.2.77", "InternalIP 2001:db8::2", "InternalIP 1000::1"));
    world.nodes.add(World.at("iris2", "ExternalIP 203.0.113.2", "InternalIP host"));
    world.speakers.add(
        new SpeakerPod("a", "iris1", "192.0.2.1", List.of("192.0.2.1", "2001:db8::9"), "Running"));
    world.speakers.add(new SpeakerPod("b", "iris2", null, "Pending"));
    assertThat(world.resolve().peers())
        .containsExactly(
            new Peer("iris1", ServiceIp.of("192.0.2.1"), ServiceIp.of("2001:db8::9")),
            new Peer("iris2", null, null));
    world.speakers.set(0, new SpeakerPod("a", "iris1", null, "Pending"));
    assertThat(world.resolve().peers().getFirst())
        .as("a Pod that waits is where its node is")
        .isEqualTo(new Peer("iris1", ServiceIp.of("192.0.2.77"), ServiceIp.of("2001:db8::2")));
  }

  @Test
  void whatIsBeyondALimitIsLeftOutAndTold() {
    String[] ranges = new String[Limits.RANGES_OF_POOL + 1];
    for (int i = 0; i < ranges.length; i++) {
      ranges[i] = "10." + (100 + i / 256) + "." + i % 256 + ".0/24";
    }
    World world = world(everything("all"));
    world.pools.add(pool("large", ranges));
    world.service(cluster("last", "10.103.231.1"), ready("iris1"));
    world.service(cluster("beyond", "10.103.232.1"), ready("iris1"));
    assertThat(world.owner("last")).isNotNull();
    assertThat(world.reason("beyond")).isEqualTo("ipNotAllowed");
    assertThat(world.resolve().faults())
        .containsExactly(
            new ObjectFault(Kind.POOL, "large", FaultReason.TOO_MANY, "more than 1000"));
  }

  @Test
  void namesLongerThanTheApiAllowsAreLeftOut() {
    World world = world(everything("all"));
    world.set(node("n".repeat(254)));
    String longName = "s".repeat(254);
    world.service(cluster(longName, IP), ready("iris1"));
    assertThat(world.reason(longName)).isEqualTo("nameTooLong");
    assertThat(world.announced("web").candidates()).containsOnlyKeys("iris1", "iris2");
    assertThat(world.resolve().faults())
        .containsExactly(new ObjectFault(Kind.NODE, "n".repeat(254), FaultReason.NAME, ""));
  }

  @Test
  void faultsHaveALimitAndTextsTooAreCut() {
    World world = world(everything("all"));
    for (int i = 0; i < 12; i++) {
      String[] junk = new String[100];
      for (int j = 0; j < junk.length; j++) {
        junk[j] = j + "x".repeat(1_000);
      }
      world.pools.add(pool("bad" + i, junk));
    }
    assertThat(world.owner("web")).isNotNull();
    List<ObjectFault> faults = world.resolve().faults();
    assertThat(faults).hasSize(Limits.FAULTS).isSorted();
    assertThat(faults).allMatch(fault -> fault.text().length() <= ObjectFault.TEXT_LENGTH_MAX);
  }

  @Test
  void theServicesBeyondTheLimitOfIpsAreWithheld() {
    World world = World.of("iris1").ad(everything("all"));
    world.pools.set(0, pool("default", "10.0.0.0/8"));
    int services = Limits.IPS / Limits.IPS_OF_SERVICE + 1;
    for (int i = 0; i < services; i++) {
      List<String> ips = new ArrayList<>();
      for (int j = 0; j < Limits.IPS_OF_SERVICE; j++) {
        ips.add("10." + i / 256 + "." + i % 256 + "." + j);
      }
      String name = String.format(Locale.ROOT, "s%05d", i);
      world.service(
          service(name, "Cluster", map(), map(), ips.toArray(new String[0])), ready("iris1"));
    }
    Resolution resolution = world.resolve();
    long withheld =
        resolution.services().values().stream()
            .filter(verdict -> verdict instanceof Verdict.Withheld)
            .count();
    assertThat(withheld).isEqualTo(1);
    assertThat(resolution.services().get(resolution.services().lastKey()))
        .isEqualTo(
            new Verdict.Withheld(
                WithheldReason.TOO_MANY_SERVICES, "", Collections.emptySortedMap()));
  }

  private static World world(Advertisement... ads) {
    return World.of()
        .set(named("iris1"))
        .set(named("iris2"))
        .ad(ads)
        .service(cluster("web", IP), ready("iris1"));
  }
}
