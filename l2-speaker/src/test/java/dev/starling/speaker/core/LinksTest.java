package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.setOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Eligibility;
import dev.starling.election.ServiceIp;
import dev.starling.election.Terms;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LinksTest {
  private final Links links = new Links();

  @Test
  void theOthersAreToldWhichLinksAreUsable() {
    seen("eth0", true, false);
    seen("eth1", false, false);
    assertThat(links.told()).containsExactly("eth0");
    assertThat(links.usable()).isEqualTo(1);
  }

  @Test
  void generalLinksAreAnyLinkToTheOthersAndEachByItsName() {
    links.plan(plan(setOf("eth1"), setOf(ServicePlan.ANY_LINK)));
    seen("eth0", true, true);
    seen("eth1", true, true);
    seen("eth2", true, true);
    seen("eth3", true, false);
    seen("eth4", false, true);
    see("pod1", true, true, false);
    see("eth\t5", true, true, true);

    assertThat(links.told()).containsExactly("*", "eth0", "eth1", "eth2", "eth3");
    assertThat(links.behind(setOf("*", "eth1", "eth3")))
        .containsExactly(
            Map.entry("*", setOf("eth0", "eth1", "eth2", "eth\t5", "pod1")),
            Map.entry("eth1", setOf("eth1")),
            Map.entry("eth3", setOf("eth3")));
  }

  @Test
  void aServiceThatNamesALinkFromNowOnChangesNothingForTheOthers() {
    links.plan(plan(setOf(ServicePlan.ANY_LINK), setOf(ServicePlan.ANY_LINK)));
    seen("eth0", true, true);
    SortedSet<String> before = links.told();

    links.plan(plan(setOf("eth0"), setOf("eth0")));
    assertThat(links.told()).isEqualTo(before);
  }

  @Test
  void ofTooManyLinksTheOthersAreToldThoseThatAServiceNames() {
    links.plan(plan(setOf("eth7"), setOf(ServicePlan.ANY_LINK)));
    for (int number = 1; number < PeerMessage.LINKS_MAX; number++) {
      seen("eth" + number, true, true);
    }
    assertThat(links.told()).hasSize(PeerMessage.LINKS_MAX);

    seen("eth0", true, true);
    assertThat(links.told()).containsExactly("*", "eth7");
  }

  @Test
  void noGeneralLinkIsUsable() {
    links.plan(plan(setOf(ServicePlan.ANY_LINK), setOf("eth1")));
    seen("eth0", false, true);
    assertThat(links.told()).isEmpty();
    assertThat(links.behind(setOf("*"))).containsExactly(Map.entry("*", setOf()));
  }

  @Test
  void aLinkIsNamedIfAnyNodeIsToUseIt() {
    links.plan(plan(setOf("eth1"), setOf("eth2")));
    assertThat(links.areNamed("eth1")).isTrue();
    assertThat(links.areNamed("eth2")).isTrue();
    assertThat(links.areNamed("eth3")).isFalse();
  }

  @Test
  void anAddressIsOnlyWantedOfALinkThatNobodyNames() {
    links.plan(plan(setOf("pod1"), setOf("eth1")));
    see("pod1", true, true, false);
    see("pod2", true, true, false);
    assertThat(links.told()).containsExactly("*", "pod1");
    assertThat(links.behind(setOf("*"))).containsValue(setOf("pod1", "pod2"));
  }

  private void seen(String name, boolean usable, boolean general) {
    see(name, usable, general, true);
  }

  private void see(String name, boolean usable, boolean general, boolean addressed) {
    links.put(
        new LinkState(
            name, true, true, true, usable, null, name.hashCode(), true, 0, general, addressed));
  }

  /** A service that node a is to have on some links, and node b on others. */
  private static Plan plan(SortedSet<String> onA, SortedSet<String> onB) {
    SortedMap<String, Terms> nodes = new TreeMap<>();
    nodes.put("a", new Terms(0, onA));
    nodes.put("b", new Terms(0, onB));
    SortedSet<ServiceIp> ips = new TreeSet<>(List.of(ServiceIp.of("192.0.2.80")));
    var service =
        new ServicePlan("web", ips, null, new Eligibility.Listed(nodes), false, new TreeMap<>());
    return new Plan(setOf("a", "b"), List.of(service), false);
  }
}
