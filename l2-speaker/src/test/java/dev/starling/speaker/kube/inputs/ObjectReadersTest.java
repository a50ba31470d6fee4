package dev.starling.speaker.kube.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.inputs.SecretReader.KeyValue;
import dev.starling.speaker.kube.model.AddressPool;
import dev.starling.speaker.kube.model.Advertisement;
import dev.starling.speaker.kube.model.Advertisement.Preference;
import dev.starling.speaker.kube.model.FaultReason;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.LabelSelector;
import dev.starling.speaker.kube.model.LabelSelector.Requirement;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ObjectReadersTest {
  @Test
  void ofTheEndpointsThatCanServeOnePerNodeIsKept() {
    String text =
        """
        {'metadata': {'name': 'web-x', 'namespace': 'shop',
           'labels': {'kubernetes.io/service-name': 'web'}},
         'addressType': 'IPv4',
         'endpoints': [
           {'addresses': ['10.0.0.1'], 'nodeName': 'n2', 'conditions': {'ready': true}},
           {'addresses': ['10.0.0.2'], 'nodeName': 'n2', 'conditions': {}},
           {'addresses': ['10.0.0.3'], 'nodeName': 'n1',
             'conditions': {'ready': false, 'serving': true, 'terminating': true}},
           {'addresses': ['10.0.0.4'], 'nodeName': 'n3', 'conditions': {'ready': false}},
           {'addresses': ['10.0.0.5']}, 17]}
        """;

    assertThat(Reading.kept(new SliceReader(), Reading.quoted(text)))
        .isEqualTo(
            new KubeEndpoints(
                new ObjectName("shop", "web"),
                List.of(
                    new Endpoint(null, true, true),
                    new Endpoint("n1", true, true),
                    new Endpoint("n2", true, true))));
  }

  @Test
  void aSliceOfNoServiceIsNotKept() {
    String text = "{'metadata': {'name': 'x', 'labels': {'a': 'b'}}, 'endpoints': null}";

    var read = Objects.requireNonNull(Reading.object(new SliceReader(), Reading.quoted(text)));
    assertThat(read.kept()).isNull();
  }

  @Test
  void theEndpointsOfANodeAreTheSameForAllSlices() {
    SliceReader reader = new SliceReader();
    String text =
        "{'metadata': {'name': '%s', 'labels': {'kubernetes.io/service-name': 'web'}},"
            + "'endpoints': [{'nodeName': 'n1'}, {'nodeName': '"
            + "x".repeat(254)
            + "'}]}";
    var first = Reading.object(reader, Reading.quoted(text.formatted("a")));
    var second = Reading.object(reader, Reading.quoted(text.formatted("b")));

    List<Endpoint> one = Objects.requireNonNull(Objects.requireNonNull(first).kept()).endpoints();
    List<Endpoint> two = Objects.requireNonNull(Objects.requireNonNull(second).kept()).endpoints();
    assertThat(one).containsExactly(new Endpoint(null, true, true), new Endpoint("n1", true, true));
    assertThat(two.getLast()).isSameAs(one.getLast());
    assertThat(second.bytes()).isLessThan(first.bytes());
  }

  @Test
  void aNodeIsReadWithoutItsHeartbeats() {
    String text =
        """
        {'metadata': {'name': 'n1', 'labels': {'zone': 'a'},
           'annotations': {'starling.dev/drain': 'true', 'x': 'y'}},
         'spec': {'unschedulable': true, 'podCIDR': '10.0.0.0/24', 'taints': [
           {'key': 'node.kubernetes.io/out-of-service', 'value': 'v', 'effect': 'NoExecute'},
           {'effect': 'NoSchedule'}]},
         'status': {'images': [{'names': ['a', 'b'], 'sizeBytes': 12345678901234567890}],
           'addresses': [{'type': 'Hostname', 'address': 'n1'},
             {'type': 'InternalIP', 'address': '192.0.2.1'}, {'type': 'InternalDNS'}, 7,
             {'type': 'ExternalIP', 'address': '2001:db8::1'}],
           'conditions': [
           {'type': 'MemoryPressure', 'status': 'False', 'lastHeartbeatTime': 'then'},
           {'type': 'Ready', 'status': 'Unknown', 'lastHeartbeatTime': 'then'},
           {'type': 'NetworkUnavailable', 'status': 'True'}, 'odd']}}
        """;
    var reader = new NodeReader("starling.dev/drain"::equals);

    assertThat(Reading.kept(reader, Reading.quoted(text)))
        .isEqualTo(
            new KubeNode(
                "n1",
                new TreeMap<>(Map.of("zone", "a")),
                new TreeMap<>(Map.of("starling.dev/drain", "true")),
                new TreeMap<>(Map.of("Ready", "Unknown", "NetworkUnavailable", "True")),
                new TreeSet<>(List.of("node.kubernetes.io/out-of-service")),
                true,
                List.of(
                    new KubeNode.Address("InternalIP", "192.0.2.1"),
                    new KubeNode.Address("ExternalIP", "2001:db8::1"))));
  }

  @Test
  void ofAPodOnlyItsPlaceIsKept() {
    String text =
        """
        {'metadata': {'name': 'p1', 'namespace': 'starling-system'},
         'spec': {'nodeName': 'n1', 'containers': [{'name': 'speaker', 'env': [{}]}]},
         'status': {'phase': 'Running', 'hostIP': '192.0.2.1',
           'hostIPs': [{'ip': '192.0.2.1'}, {'ip': '2001:db8::1'}, {}, 7], 'podIPs': [{'ip': '192.0.2.1'}]}}
        """;

    assertThat(Reading.kept(new PodReader(), Reading.quoted(text)))
        .isEqualTo(
            new SpeakerPod(
                "p1", "n1", "192.0.2.1", List.of("192.0.2.1", "2001:db8::1"), "Running"));
    assertThat(Reading.kept(new PodReader(), Reading.quoted("{'metadata':{'name':'p2'}}")))
        .isEqualTo(new SpeakerPod("p2", null, null, ""));
  }

  @Test
  void aPoolIsReadWithItsRanges() {
    String text =
        """
        {'metadata': {'name': 'main', 'labels': {'a': 'b'},
           'annotations': {'starling.dev/policy': 'unique'}},
         'spec': {'addresses': ['192.0.2.0/28', 5, '2001:db8::1-2001:db8::9'], 'autoAssign': true}}
        """;
    var reader = new PoolReader("starling.dev/policy"::equals);

    assertThat(Reading.kept(reader, Reading.quoted(text)))
        .isEqualTo(
            new AddressPool(
                "main",
                new TreeMap<>(Map.of("a", "b")),
                new TreeMap<>(Map.of("starling.dev/policy", "unique")),
                List.of("192.0.2.0/28", "2001:db8::1-2001:db8::9")));
  }

  @Test
  void anAdvertisementIsReadWithAllItsSelectors() {
    String text =
        """
        {'metadata': {'name': 'ad'}, 'spec': {
           'ipAddressPools': ['main'], 'interfaces': ['eth0'],
           'ipAddressPoolSelectors': [{'matchLabels': {'p': 'q'}}],
           'nodeSelectors': [{'matchExpressions': [
             {'key': 'zone', 'operator': 'In', 'values': ['a', 'b']}]}, {}],
           'serviceSelectors': [{'matchLabels': {}}],
           'preferredNodeSelectors': [
             {'weight': 10, 'preference': {'matchLabels': {'edge': 'yes'}}}, {'weight': 1e3}]}}
        """;

    assertThat(Reading.kept(new AdvertisementReader(), Reading.quoted(text)))
        .isEqualTo(
            new Advertisement(
                "ad",
                List.of("main"),
                List.of(labels("p", "q")),
                List.of(
                    new LabelSelector(
                        Collections.emptySortedMap(),
                        List.of(new Requirement("zone", "In", List.of("a", "b")))),
                    all()),
                List.of(all()),
                List.of("eth0"),
                List.of(new Preference(10, labels("edge", "yes")), new Preference(0, all()))));
  }

  @Test
  void anAdvertisementWithoutASpecIsForEverything() {
    assertThat(
            Reading.kept(new AdvertisementReader(), Reading.quoted("{'metadata':{'name':'ad'}}")))
        .isEqualTo(
            new Advertisement(
                "ad", List.of(), List.of(), List.of(), List.of(), List.of(), List.of()));
  }

  @Test
  void aSelectorThatCannotBeReadIsRefusedByTheModelAndDoesNotChooseEverything() {
    String text =
        """
        {'metadata': {'name': 'ad'}, 'spec': {'nodeSelectors': [
           'zone=a', {'matchLabels': 'zone=a'}, {'matchLabels': {'zone': 5}},
           {'matchExpressions': {'key': 'zone'}}, {'matchExpressions': ['zone']}]}}
        """;

    Advertisement read = Reading.kept(new AdvertisementReader(), Reading.quoted(text));
    assertThat(read.nodeSelectors())
        .hasSize(5)
        .allMatch(selector -> selector.fault() == FaultReason.SELECTOR_OPERATOR);
  }

  @Test
  void theTextOfASecretIsDecodedAndDoesNotShow() {
    String base64 = Base64.getEncoder().encodeToString("s3crét".getBytes(StandardCharsets.UTF_8));
    String text = "{'data':{'secretkey':'" + base64 + "','x':'y'},'metadata':{'name':'m'}}";

    KeyValue read = Reading.kept(new SecretReader("secretkey"), Reading.quoted(text));
    assertThat(read).isEqualTo(new KeyValue.Text("s3crét"));
    assertThat(read.toString()).doesNotContain("s3cr");
  }

  @Test
  void aSecretWithoutATextSaysSo() {
    assertThat(secret("{'metadata':{'name':'m'}}"))
        .isEqualTo(new KeyValue.Unusable("has no key secretkey"));
    assertThat(secret("{'metadata':{'name':'m'},'data':{'secretkey':'%%'}}"))
        .isEqualTo(new KeyValue.Unusable("has no text under secretkey"));
    assertThat(secret("{'metadata':{'name':'m'},'data':{'secretkey':'//79'}}"))
        .isEqualTo(new KeyValue.Unusable("has no text under secretkey"));
  }

  private static KeyValue secret(String text) {
    return Reading.kept(new SecretReader("secretkey"), Reading.quoted(text));
  }

  private static LabelSelector labels(String key, String value) {
    return new LabelSelector(new TreeMap<>(Map.of(key, value)), List.of());
  }

  private static LabelSelector all() {
    return new LabelSelector(Collections.emptySortedMap(), List.of());
  }
}
