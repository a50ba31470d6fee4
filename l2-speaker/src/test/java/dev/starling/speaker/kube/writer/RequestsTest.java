package dev.starling.speaker.kube.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.OwnerPod;
import dev.starling.speaker.kube.writes.ServiceEvent;
import dev.starling.speaker.kube.writes.StatusContent;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final WriterPlace PLACE = new WriterPlace("starling-system", "memberlist", "key");
  private static final ObjectName SERVICE = new ObjectName("shop", "web");
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123456Z");

  private final Requests requests = new Requests("n1", PLACE);
  private final StatusContent content =
      new StatusContent(
          SERVICE, "n1", new TreeSet<>(List.of("eth1", "eth0")), new OwnerPod("pod-x", "p1"));

  private static String json(String text) {
    return text.replace('\'', '"').replace("\n", "");
  }

  @Test
  void anObjectIsAppliedWithItsLabelsAndItsPod() {
    ApiRequest request = requests.applyObject(content);
    assertThat(request.method()).isEqualTo("PATCH");
    assertThat(request.contentType()).isEqualTo("application/apply-patch+yaml");
    assertThat(request.path())
        .isEqualTo(
            "/apis/metallb.io/v1beta1/namespaces/starling-system/servicel2statuses/"
                + content.name()
                + "?fieldManager=starling-speaker&force=true");
    assertThat(request.body())
        .isEqualTo(
            json(
                """
                {'apiVersion':'metallb.io/v1beta1','kind':'ServiceL2Status',
                'metadata':{'name':'%s','namespace':'starling-system',
                'labels':{'metallb.io/node':'n1','metallb.io/service-name':'web',
                'metallb.io/service-namespace':'shop'},
                'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'pod-x','uid':'p1'}]}}
                """
                    .formatted(content.name())));
  }

  @Test
  void theStatusIsAppliedToItsSubresource() {
    ApiRequest request = requests.applyStatus(content);
    assertThat(request.path()).contains(content.name() + "/status?fieldManager=");
    assertThat(request.body())
        .endsWith(
            json(
                """
                'status':{'node':'n1','serviceName':'web','serviceNamespace':'shop',
                'interfaces':[{'name':'eth0'},{'name':'eth1'}]}}
                """));
  }

  @Test
  void allInterfacesAreNone() {
    StatusContent all = new StatusContent(SERVICE, "n1", new TreeSet<>(), null);
    assertThat(requests.applyStatus(all).body()).doesNotContain("interfaces");
    assertThat(requests.applyObject(all).body()).doesNotContain("ownerReferences");
  }

  @Test
  void oneObjectIsDeletedAndNotAnotherByItsName() {
    ApiRequest request = requests.deleteObject("l2-x", "u7");
    assertThat(request.toString())
        .isEqualTo(
            "DELETE /apis/metallb.io/v1beta1/namespaces/starling-system/servicel2statuses/l2-x");
    assertThat(request.body())
        .isEqualTo(json("{'apiVersion':'v1','kind':'DeleteOptions','preconditions':{'uid':'u7'}}"));
  }

  @Test
  void anEventIsAboutTheService() {
    ServiceEvent event =
        new ServiceEvent(
            SERVICE, "s1", "web.1", ServiceEvent.Reason.ADDRESS_CONFLICT, "oh \"no\"", 3, 0);
    ApiRequest request = requests.postEvent(event, NOON.minusSeconds(60), NOON);
    assertThat(request.path())
        .isEqualTo("/api/v1/namespaces/shop/events?fieldManager=starling-speaker");
    assertThat(request.body())
        .isEqualTo(
            json("""
            {'apiVersion':'v1','kind':'Event',
            'metadata':{'name':'web.1','namespace':'shop'},
            'involvedObject':{'apiVersion':'v1','kind':'Service','name':'web',
            'namespace':'shop','uid':'s1'},
            'reason':'addressConflict','type':'Warning','message':'oh ~no~',
            'source':{'component':'starling-speaker','host':'n1'},
            'reportingComponent':'starling-speaker','reportingInstance':'n1',
            'count':3,'firstTimestamp':'2026-01-01T11:59:00Z',
            'lastTimestamp':'2026-01-01T12:00:00Z'}
            """)
                .replace("~", "\\\""));
  }

  @Test
  void aKeyReplacesTheOneThatWasSeenAndNoOther() {
    ApiRequest request = requests.rotateKey("42", "abc", NOON);
    assertThat(request.contentType()).isEqualTo("application/merge-patch+json");
    assertThat(request.path())
        .isEqualTo(
            "/api/v1/namespaces/starling-system/secrets/memberlist?fieldManager=starling-speaker");
    assertThat(request.body())
        .isEqualTo(
            json(
                """
                {'metadata':{'resourceVersion':'42',
                'annotations':{'starling.dev/rotated-at':'2026-01-01T12:00:00Z'}},
                'data':{'key':'YWJj'}}
                """));
    assertThat(request.toString()).doesNotContain("YWJj");
  }

  @Test
  void everyKeyIsAnother() {
    RandomKey keys = new RandomKey();
    assertThat(keys.get()).hasSize(43).isNotEqualTo(keys.get());
  }
}
