package dev.starling.speaker.kube.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServiceReaderTest {
  private static final ServiceReader READER = new ServiceReader("starling.dev/policy"::equals);

  private static final String WHOLE =
      Reading.quoted(
          """
          {'kind': 'Service', 'apiVersion': 'v1',
           'metadata': {'name': 'web', 'namespace': 'shop', 'uid': 'f8', 'resourceVersion': '4711',
             'creationTimestamp': '2026-11-30T05:20:31Z',
             'labels': {'app': 'web', 'tier': 'front'},
             'annotations': {'starling.dev/policy': 'unique', 'note': 'of no use'},
             'managedFields': [{'manager': 'kubectl', 'fieldsV1': {'f:spec': {'f:type': {}}}}]},
           'spec': {'ports': [{'port': 80, 'targetPort': 8080}], 'selector': {'app': 'web'},
             'type': 'LoadBalancer', 'externalTrafficPolicy': 'Local',
             'loadBalancerClass': 'starling.dev/l2'},
           'status': {'loadBalancer': {'ingress': [
             {'ip': '192.0.2.10', 'ipMode': 'VIP'}, {'hostname': 'lb.example'}, {'ip': null},
             {'ip': '2001:db8::10', 'ports': [{'port': 80}]}]}}}
          """);

  @Test
  void whatIsUsedOfAServiceIsKeptAndNothingElse() {
    ApiObject<KubeService> read = Objects.requireNonNull(Reading.object(READER, WHOLE));
    assertThat(read.bytes()).isBetween(1_000L, 2_000L);
    assertThat(read)
        .isEqualTo(
            new ApiObject<>(
                new ObjectName("shop", "web"),
                "4711",
                new KubeService(
                    new ObjectName("shop", "web"),
                    "f8",
                    "2026-11-30T05:20:31Z",
                    "LoadBalancer",
                    "starling.dev/l2",
                    "Local",
                    new TreeMap<>(Map.of("app", "web", "tier", "front")),
                    new TreeMap<>(Map.of("starling.dev/policy", "unique")),
                    List.of("192.0.2.10", "", "", "2001:db8::10")),
                read.bytes(),
                null));
  }

  @Test
  void aServiceOfAnotherTypeIsKnownByNameAndNotKept() {
    String text = Reading.quoted("{'metadata':{'name':'a'},'spec':{'type':'ClusterIP'}}");

    ApiObject<KubeService> read = Objects.requireNonNull(Reading.object(READER, text));
    assertThat(read.name()).isEqualTo(new ObjectName("", "a"));
    assertThat(read.kept()).isNull();
  }

  @Test
  void aServiceWithoutANameIsNone() {
    assertThat(Reading.object(READER, Reading.quoted("{'metadata':{'namespace':'a'}}"))).isNull();
    assertThat(Reading.object(READER, "[1, {}]")).isNull();
    assertThat(Reading.object(READER, "7")).isNull();
  }

  @Test
  void whatIsOfTheWrongTypeReadsAsMissing() {
    KubeService service =
        Reading.kept(
            READER,
            Reading.quoted(
                """
                {'metadata': {'name': 'a', 'namespace': 5, 'labels': ['x'],
                   'annotations': {'starling.dev/policy': {'a': [1, 2]}}},
                 'spec': {'type': 'LoadBalancer', 'externalTrafficPolicy': {},
                   'loadBalancerClass': [[]]},
                 'status': {'loadBalancer': {'ingress': {'ip': '192.0.2.1'}}}}
                """));

    assertThat(service)
        .isEqualTo(
            new KubeService(
                new ObjectName("", "a"),
                "",
                "",
                "LoadBalancer",
                null,
                null,
                new TreeMap<>(),
                new TreeMap<>(),
                List.of()));
  }

  @Test
  void aServiceThatBreaksOffAnywhereIsAnErrorAndNeverAnObject() {
    String whole = WHOLE.strip();
    for (int length = 0; length < whole.length(); length++) {
      String prefix = whole.substring(0, length);
      assertThat(ReadingFaults.brokenOff(READER, prefix)).as(prefix).isTrue();
    }
  }

  @Test
  void noFlippedBitOfAServiceThrowsAnythingButAnErrorOfTheStream() {
    ReadingFaults.flipEachBit(READER, WHOLE);
  }
}
