package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Eligibility;
import dev.starling.election.ServiceIp;
import dev.starling.election.Terms;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WantedTest {
  private static final String TWO_SERVICES =
      Configs.THREE
          + """
            - name: mail
              ips: ["192.0.2.25"]
              interfaces: [eth0, eth1]
              nodes: [n2]
              policy: unique
          """;

  @Test
  void everyPeerAndThisNodeAreExpected() {
    assertThat(Wanted.plan(Configs.of(Configs.THREE), "").expected())
        .containsExactly("n1", "n2", "n3");
  }

  @Test
  void aLinkKnowsEveryIpOnItAndWhichOfThemThisNodeMayOwn() {
    Wanted wanted = wanted(Configs.of(TWO_SERVICES), "");

    LinkWish first = Objects.requireNonNull(wanted.links().get("eth0"));
    assertThat(first.ips())
        .extracting(Object::toString)
        .containsExactly("192.0.2.25", "192.0.2.80", "2001:db8::80");
    assertThat(first.ownable())
        .extracting(Object::toString)
        .containsExactly("192.0.2.80", "2001:db8::80");
    LinkWish second = Objects.requireNonNull(wanted.links().get("eth1"));
    assertThat(second.ips()).hasSize(1);
    assertThat(second.ownable()).isEmpty();
  }

  @Test
  void thePolicyAndTheNodesOfAServiceReachTheCore() {
    ServicePlan mail = Wanted.plan(Configs.of(TWO_SERVICES), "").services().get(1);

    assertThat(mail.unique()).isTrue();
    assertThat(mail.eligibility())
        .isEqualTo(
            Eligibility.alike(
                new TreeSet<>(List.of("n2")), new TreeSet<>(List.of("eth0", "eth1"))));
  }

  @Test
  void aServiceWithoutInterfacesIsOnTheOneWithTheBindAddress() {
    SpeakerConfig config = Configs.of(Configs.THREE.replace("    interfaces: [eth0]\n", ""));

    assertThat(Wanted.needsBindLink(config)).isTrue();
    assertThat(wanted(config, "bond0").links()).containsOnlyKeys("bond0");
  }

  @Test
  void everyPeerIsReachedAtItsAddressAndThisNodesPort() {
    assertThat(Wanted.peers(Configs.of(Configs.THREE)))
        .extracting(peer -> peer.node() + " " + peer.address().getPort())
        .containsExactly("n2 7946", "n3 7946");
  }

  @Test
  void aServiceForAnyLinkIsOnEachGeneralOneAndOnThoseThatItNames() {
    SortedMap<String, Terms> nodes = new TreeMap<>();
    nodes.put("n1", new Terms(0, new TreeSet<>(List.of(ServicePlan.ANY_LINK))));
    nodes.put("n2", new Terms(0, new TreeSet<>(List.of("bond0"))));
    SortedSet<ServiceIp> ips = new TreeSet<>(List.of(ServiceIp.of("192.0.2.80")));
    var service =
        new ServicePlan("web", ips, null, new Eligibility.Listed(nodes), false, new TreeMap<>());
    var plan = new Plan(new TreeSet<>(List.of("n1")), List.of(service), false);

    Wanted wanted = Wanted.of(plan, "n1", new TreeSet<>(List.of("eth0", "eth1")));

    assertThat(wanted.links())
        .containsExactly(
            Map.entry("bond0", new LinkWish(ips, new TreeSet<>(), false)),
            Map.entry("eth0", new LinkWish(ips, ips, true)),
            Map.entry("eth1", new LinkWish(ips, ips, true)));
  }

  @Test
  void aLinkThatIsNamedIsKnownToBeGeneralBeforeAServiceNamesNone() {
    SortedSet<ServiceIp> ips = new TreeSet<>(List.of(ServiceIp.of("192.0.2.80")));
    var service = ServicePlan.alike("web", ips, new TreeSet<>(List.of("eth0")), null, false);
    var plan = new Plan(new TreeSet<>(List.of("n1")), List.of(service), false);

    assertThat(Wanted.of(plan, "n1", new TreeSet<>(List.of("eth0", "eth1"))).links())
        .containsExactly(Map.entry("eth0", new LinkWish(ips, ips, true)));
  }

  private static Wanted wanted(SpeakerConfig config, String bindLink) {
    return Intent.of(config).wanted(bindLink, new TreeSet<>());
  }
}
