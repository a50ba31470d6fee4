package dev.starling.chaos.kube.lab;

import dev.starling.chaos.Steadiness;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What MetalLB's own end-to-end tests of its layer 2 mode expect of its speaker ({@code e2etest} in
 * its repository: l2.go, interface_selector.go, node_selector.go, service_selector.go), row by row.
 */
class MetalLbRowsIT extends SpeakersCase {
  private static final String EXCLUDE = "node.kubernetes.io/exclude-from-external-load-balancers";

  @AfterEach
  void putBack() {
    cluster.makeWell();
    cluster.service("{\"externalTrafficPolicy\":\"Cluster\"}");
    cluster.label("service", "web", "app-");
  }

  @Test
  void aNodeWithoutNetworkLosesItsIpsAndGetsTheSameBack() {
    cluster.condition(owner, "NetworkUnavailable", "True");
    awaitOwnerAmong(without(owner));

    cluster.condition(owner, "NetworkUnavailable", "False");
    Steadiness.await(lab);
  }

  @Test
  void aNodeWithTheExcludeLabelLosesItsIpsAndGetsTheSameBack() {
    cluster.label("node", owner, EXCLUDE + "=");
    awaitOwnerAmong(without(owner));

    cluster.label("node", owner, EXCLUDE + "-");
    Steadiness.await(lab);
  }

  @Test
  void anAdvertisementMaySelectOneNode() {
    for (String node : lab.plan().nodes()) {
      cluster.advertise("{ipAddressPools: [lab], nodeSelectors: [%s]}".formatted(host(node)));
      awaitOwnerAmong(List.of(node));
    }
  }

  @Test
  void ofSeveralNodeSelectorsOneIsEnough() {
    List<String> two = without(owner);

    cluster.advertise(
        "{ipAddressPools: [lab], nodeSelectors: [%s, %s]}"
            .formatted(host(two.getFirst()), host(two.getLast())));

    awaitOwnerAmong(two);
  }

  @Test
  void aNodeThatGetsTheSelectedLabelAnnouncesAndUntilThenNobodyDoes() {
    cluster.advertise(
        "{ipAddressPools: [lab], nodeSelectors: [{matchLabels: {starling.test/rack: a}}]}");
    awaitSilence();

    cluster.label("node", heir, "starling.test/rack=a");
    awaitOwnerAmong(List.of(heir));
  }

  @Test
  void anInterfaceThatIsThereIsAnsweredOnAndOneThatIsNotIsNot() {
    cluster.advertise("{ipAddressPools: [lab], interfaces: [eth9]}");
    awaitSilence();

    cluster.advertise("{ipAddressPools: [lab], interfaces: [eth9, eth0]}");
    Steadiness.await(lab);
  }

  @Test
  void twoAdvertisementsAddTheirInterfacesUp() {
    cluster.advertise("{ipAddressPools: [lab], interfaces: [eth9]}");
    awaitSilence();

    cluster.advertise("second", "{ipAddressPools: [lab], interfaces: [eth0]}");
    Steadiness.await(lab);
  }

  @Test
  void withLocalTrafficOnlyNodesWithAnEndpointAnnounce() {
    cluster.service("{\"externalTrafficPolicy\":\"Local\"}");
    cluster.endpoints(without(owner));
    awaitOwnerAmong(without(owner));

    String last = without(owner).stream().filter(node -> !node.equals(heir)).findAny().orElse("");
    cluster.endpoints(List.of(last));
    awaitOwnerAmong(List.of(last));

    cluster.endpoints(List.of());
    awaitSilence();
  }

  @Test
  void aPoolIsARangeOrAPrefixAndWhatIsOutsideIsNotAnnounced() {
    cluster.pool("[10.77.0.128/25, 'fd77::/64']");
    Steadiness.await(lab);

    cluster.pool("[10.77.99.0/24]");
    awaitSilence();
  }

  @Test
  void anAdvertisementMaySelectServicesByLabel() {
    cluster.advertise(
        "{ipAddressPools: [lab], serviceSelectors: [{matchLabels: {app: a}},"
            + " {matchLabels: {app: b}}]}");
    awaitSilence();

    cluster.label("service", "web", "app=b");
    Steadiness.await(lab);

    cluster.label("service", "web", "app=c");
    awaitSilence();
  }

  private static String host(String node) {
    return "{matchLabels: {kubernetes.io/hostname: " + node + "}}";
  }
}
