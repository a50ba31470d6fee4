package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.ServicePlan;
import java.util.Objects;
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
    assertThat(Wanted.of(Configs.of(Configs.THREE), "").plan().expected())
        .containsExactly("n1", "n2", "n3");
  }

  @Test
  void aLinkKnowsEveryIpOnItAndWhichOfThemThisNodeMayOwn() {
    Wanted wanted = Wanted.of(Configs.of(TWO_SERVICES), "");

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
    ServicePlan mail = Wanted.of(Configs.of(TWO_SERVICES), "").plan().services().get(1);

    assertThat(mail.unique()).isTrue();
    assertThat(mail.nodes()).containsExactly("n2");
    assertThat(mail.links()).containsExactly("eth0", "eth1");
  }

  @Test
  void aServiceWithoutInterfacesIsOnTheOneWithTheBindAddress() {
    SpeakerConfig config = Configs.of(Configs.THREE.replace("    interfaces: [eth0]\n", ""));

    assertThat(Wanted.needsBindLink(config)).isTrue();
    assertThat(Wanted.of(config, "bond0").links()).containsOnlyKeys("bond0");
  }

  @Test
  void everyPeerIsReachedAtItsAddressAndThisNodesPort() {
    assertThat(Wanted.peers(Configs.of(Configs.THREE)))
        .extracting(peer -> peer.node() + " " + peer.address().getPort())
        .containsExactly("n2 7946", "n3 7946");
  }
}
