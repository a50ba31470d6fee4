package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.model.Rules;
import dev.starling.speaker.kube.model.Snapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an API server that misbehaves. */
class KubeSourceIT {
  private static final String SERVICES = "/api/v1/services";
  private static final String SLICES = "/apis/discovery.k8s.io/v1/endpointslices";
  private static final String NODES = "/api/v1/nodes";
  private static final String PODS = "/api/v1/namespaces/here/pods";
  private static final String POOLS = "/apis/metallb.io/v1beta1/namespaces/there/ipaddresspools";
  private static final String ADS = "/apis/metallb.io/v1beta1/namespaces/there/l2advertisements";
  private static final KubeTimes TIMES =
      new KubeTimes(1_000, 1_000, 2_000, 2_000, 300_000, 10, 100, 60_000, 100, 800, 20);

  private final List<Snapshot> snapshots = new CopyOnWriteArrayList<>();
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private FakeApi server;
  private ApiConnection api;
  private KubeSource source;

  @BeforeEach
  void start() throws IOException {
    server = new FakeApi();
    server.list(SERVICES, 10, service("a", 5, "192.0.2.1"), service("b", 6, "192.0.2.2"));
    server.list(SLICES, 10, slice("a-1", 5, "a", "n1"), slice("other-1", 6, "other", "n1"));
    server.list(NODES, 10, node("n1", 5));
    server.list(PODS, 10, pod("p1", 5, "n1"));
    api = new ApiConnection(new KubeAccess.Server(server.url(), null, null), TIMES);
    source =
        new KubeSource(
            api,
            new KubeSettings("here", "there", "a=b", Rules.DEFAULTS.annotations(), TIMES),
            snapshots::add,
            broken::add);
  }

  @AfterEach
  void stop() {
    source.close();
    api.close();
    server.close();
    assertThat(broken).isEmpty();
  }

  @Test
  void aSnapshotComesWhenEveryKindHasBeenListedAndNotBefore() {
    server.answer(PODS, FakeApi.refusal(503, 0));
    source.start();
    await().until(() -> server.watched().size() == 3 && server.requests(PODS).size() > 3);
    assertThat(snapshots).isEmpty();
    assertThat(source.status().synced()).isFalse();

    server.answer(PODS, null);
    Snapshot first = snapshot(0);
    assertThat(first.services().keySet())
        .extracting(Object::toString)
        .containsExactly("x/a", "x/b");
    assertThat(first.endpoints()).hasSize(1);
    assertThat(first.nodes()).containsOnlyKeys("n1");
    assertThat(first.speakers()).containsOnlyKeys("p1");
    assertThat(first.metalLb()).isNull();
    assertThat(server.requests(PODS + "?labelSelector=a%3Db&limit=")).isNotEmpty();
    assertThat(server.requests(PODS + "?labelSelector=a%3Db&watch=")).isNotEmpty();
    assertThat(server.requests(SLICES + "?labelSelector=%21service.kubernetes.io%2Fheadless&"))
        .hasSizeGreaterThan(1);
  }

  @Test
  void aChangeMakesASnapshotAndOneThatDoesNotCountMakesNone() {
    begin();
    server.event(SERVICES, "MODIFIED", service("a", 11, "192.0.2.1"));
    server.event(NODES, "MODIFIED", node("n1", 12));
    server.event(SLICES, "ADDED", slice("other-2", 13, "other", "n2"));
    server.event(SERVICES, "BOOKMARK", "{'metadata':{'resourceVersion':'14'}}");
    server.event(SERVICES, "MODIFIED", service("a", 15, "192.0.2.9"));

    assertThat(snapshot(1).services().values())
        .flatExtracting(service -> service.ingress())
        .containsExactly("192.0.2.9", "192.0.2.2");
    settles(2);
    assertThat(source.status().snapshots()).isEqualTo(2);
  }

  @Test
  void changesThatComeFastAreGathered() {
    begin();
    for (int i = 0; i < 200; i++) {
      server.event(SERVICES, "ADDED", service("s" + i, 20 + i, "192.0.2.3"));
    }

    await().until(() -> snapshots.getLast().services().size() == 202);
    assertThat(snapshots).hasSizeLessThan(100);
  }

  @Test
  void eventsThatComeTwiceOrTooLateChangeNothing() {
    begin();
    server.event(SERVICES, "ADDED", service("c", 20, "192.0.2.3"));
    server.event(SERVICES, "DELETED", service("b", 21, "192.0.2.2"));
    await().until(() -> snapshots.getLast().services().size() == 2 && snapshots.size() > 1);
    int before = snapshots.size();
    server.event(SERVICES, "ADDED", service("c", 20, "192.0.2.3"));
    server.event(SERVICES, "MODIFIED", service("b", 6, "192.0.2.2"));
    server.event(SERVICES, "MODIFIED", service("a", 4, "192.0.2.8"));
    server.event(SERVICES, "DELETED", service("a", 4, "192.0.2.1"));

    settles(before);
    assertThat(snapshots.getLast().services().keySet())
        .extracting(Object::toString)
        .containsExactly("x/a", "x/c");
  }

  @Test
  void anExpiredWatchIsListedAgainAndTellsNothingIfNothingChanged() {
    begin();
    server.event(SERVICES, "ERROR", "{'kind':'Status','code':410,'message':'too old'}");
    await().until(() -> server.requests(SERVICES + "?" + FakeApi.LIST).size() == 2);
    await().until(() -> server.watching(SERVICES) == 1);
    settles(1);

    server.list(SERVICES, 30, service("a", 5, "192.0.2.1"));
    server.event(SERVICES, "ERROR", "{'kind':'Status','code':410,'message':'too old'}");
    assertThat(snapshot(1).services()).hasSize(1);
    assertThat(source.status().connected()).isTrue();
  }

  @Test
  void aWatchThatIsRefusedAsExpiredIsListedAgain() {
    begin();
    server.answer(
        SERVICES,
        exchange -> {
          boolean old = exchange.getRequestURI().getQuery().endsWith("resourceVersion=10");
          if (old) {
            FakeApi.send(exchange, 410, "{\"message\":\"too old\"}");
          }
          return old;
        });
    server.list(SERVICES, 31, service("a", 5, "192.0.2.1"), service("b", 6, "192.0.2.2"));
    server.end(SERVICES);

    await().until(() -> !server.requests("watch=true&allowWatchBookmarks=true").isEmpty());
    await().until(() -> server.watching(SERVICES) == 1);
    assertThat(server.requests(SERVICES + "?" + FakeApi.LIST)).hasSize(2);
    settles(1);
  }

  @Test
  void aWatchGoesOnFromWhereItWasCutOff() {
    begin();
    server.event(SERVICES, "ADDED", service("c", 40, "192.0.2.3"));
    await().until(() -> snapshots.size() == 2);
    server.text(SERVICES, "{'type':'MODIFIED','object':{'metadata':{'name':'a'");
    server.end(SERVICES);

    await().until(() -> server.watching(SERVICES) == 1);
    assertThat(server.requests(SERVICES + "?watch=true").getLast()).endsWith("resourceVersion=40");
    assertThat(server.requests(SERVICES + "?" + FakeApi.LIST)).hasSize(1);
    settles(2);
  }

  @Test
  void aWatchThatEndsWithAnErrorIsBegunAgainFromWhereItWas() {
    begin();
    server.event(SERVICES, "ERROR", "{'kind':'Status','code':500,'message':'no idea'}");
    await().until(() -> server.requests(SERVICES + "?watch").size() == 2);
    await().until(() -> server.watching(SERVICES) == 1);

    assertThat(source.status().kinds().getFirst().lastError()).isEqualTo("500 no idea");
    assertThat(source.status().connected()).isTrue();
    assertThat(server.requests(SERVICES + "?" + FakeApi.LIST)).hasSize(1);
    settles(1);
  }

  @Test
  void aThrottlingServerIsLeftAloneForAsLongAsItAsks() {
    server.answer(NODES, FakeApi.refusal(429, 1));
    source.start();
    await().until(() -> !server.requests(NODES).isEmpty());

    await()
        .during(Duration.ofMillis(700))
        .atMost(Duration.ofSeconds(5))
        .until(() -> server.requests(NODES).size() == 1);
    server.answer(NODES, null);
    assertThat(snapshot(0).nodes()).hasSize(1);
  }

  @Test
  void aSilentWatchIsBegunAgainAndNothingIsWithdrawn() {
    begin();
    int before = server.requests(SERVICES + "?watch").size();

    await().until(() -> server.requests(SERVICES + "?watch").size() > before);
    settles(1);
    assertThat(server.requests(SERVICES + "?" + FakeApi.LIST)).hasSize(1);
    assertThat(source.status().kinds().getFirst().lastError()).isNull();
  }

  @Test
  void aFrozenServerIsNoticedAndWhatIsKnownStays() {
    begin();
    server.answer(SERVICES, server.silence());
    await().until(() -> source.status().kinds().getFirst().state() == KindStatus.State.LOST);
    assertThat(source.status().connected()).isFalse();
    settles(1);

    server.answer(SERVICES, null);
    await().until(() -> source.status().connected());
    settles(1);
  }

  @Test
  void aListThatLacksEverythingIsBelievedOnlyWhenItStaysSo() {
    begin();
    server.list(SERVICES, 50);
    server.event(SERVICES, "ERROR", "{'kind':'Status','code':410}");
    await().until(() -> server.requests(SERVICES + "?" + FakeApi.LIST).size() > 3);
    settles(1);
    assertThat(source.status().kinds().getFirst().lastError()).contains("none of the 2");

    assertThat(snapshot(1).services()).isEmpty();
  }

  @Test
  void aListFromAnOldCacheIsNotTakenForNews() {
    begin();
    server.event(SERVICES, "ADDED", service("c", 60, "192.0.2.3"));
    await().until(() -> snapshots.size() == 2);
    server.list(SERVICES, 9, service("a", 5, "192.0.2.1"));
    server.event(SERVICES, "ERROR", "{'kind':'Status','code':410}");
    await().until(() -> server.requests(SERVICES + "?" + FakeApi.LIST).size() > 3);
    settles(2);
    server.list(SERVICES, 61, service("a", 5, "192.0.2.1"));

    assertThat(snapshot(2).services()).hasSize(1);
  }

  @Test
  void metalLbsKindsMayAppearLaterAndGoAgain() {
    begin();
    server.list(POOLS, 70, "{'metadata':{'name':'main'},'spec':{'addresses':['192.0.2.0/24']}}");
    server.list(ADS, 70, "{'metadata':{'name':'ad'}}");
    await()
        .until(
            () -> {
              Snapshot.MetalLb now = metalLb();
              return now != null && now.pools().size() + now.advertisements().size() == 2;
            });
    int known = snapshots.size();

    server.forget(POOLS);
    server.forget(ADS);
    server.answer(POOLS, exchange -> gone(exchange));
    server.answer(ADS, exchange -> gone(exchange));
    server.end(POOLS);
    server.end(ADS);
    await().until(() -> server.requests(POOLS).size() > 4);
    assertThat(snapshots).hasSize(known);
    await().until(() -> metalLb() == null);
  }

  @Test
  void aListThatDripsIsGivenUpAndAskedForAgain() {
    server.answer(
        NODES,
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          server.drip(exchange.getResponseBody(), Duration.ofMillis(100));
          return true;
        });
    source.start();
    await().until(() -> server.requests(NODES).size() > 1);
    server.answer(NODES, null);
    assertThat(snapshot(0).nodes()).hasSize(1);
  }

  @Test
  void aServerThatComesBackWithAnOlderStateIsBelievedAfterAWhile() {
    begin();
    server.event(SERVICES, "ADDED", service("c", 90, "192.0.2.3"));
    await().until(() -> snapshots.size() == 2);
    server.list(SERVICES, 12, service("a", 5, "192.0.2.1"));
    server.event(SERVICES, "BOOKMARK", "{'metadata':{'resourceVersion':'12'}}");
    await().until(() -> server.requests(SERVICES + "?" + FakeApi.LIST).size() > 2);
    settles(2);

    assertThat(snapshot(2).services()).hasSize(1);
    await().until(() -> server.requests(SERVICES + "?watch").getLast().endsWith("=12"));
    await().until(() -> server.watching(SERVICES) > 0);
    server.event(SERVICES, "ADDED", service("d", 13, "192.0.2.4"));
    assertThat(snapshot(3).services()).hasSize(2);
  }

  @Test
  void aLongListComesInPages() {
    server.answer(
        SERVICES,
        exchange -> {
          String query = exchange.getRequestURI().getQuery();
          boolean first = query.contains("limit=") && !query.contains("continue=");
          if (first) {
            FakeApi.send(
                exchange,
                200,
                ("{'metadata':{'resourceVersion':'10','continue':'p=2'},'items':["
                        + service("z", 5, "192.0.2.7")
                        + "]}")
                    .replace('\'', '"'));
          }
          return first;
        });
    begin();

    assertThat(snapshots.getFirst().services()).hasSize(3);
    assertThat(server.requests("continue=p%3D2")).hasSize(1);
  }

  private static boolean gone(com.sun.net.httpserver.HttpExchange exchange) throws IOException {
    FakeApi.send(exchange, 404, "404 page not found\n");
    return true;
  }

  private Snapshot.@Nullable MetalLb metalLb() {
    return snapshots.getLast().metalLb();
  }

  private void begin() {
    source.start();
    await().until(() -> snapshots.size() == 1 && server.watched().size() == 4);
  }

  private Snapshot snapshot(int index) {
    await().until(() -> snapshots.size() > index);
    return snapshots.get(index);
  }

  /** No snapshot beyond the first {@code count} comes for a while. */
  private void settles(int count) {
    await()
        .during(Duration.ofMillis(150))
        .atMost(Duration.ofSeconds(5))
        .until(() -> snapshots.size() == count);
  }

  private static String service(String name, long version, String ip) {
    return ("{'metadata':{'name':'%s','namespace':'x','resourceVersion':'%s',"
            + "'managedFields':[{'time':'%s'}]},'spec':{'type':'LoadBalancer'},"
            + "'status':{'loadBalancer':{'ingress':[{'ip':'%s'}]}}}")
        .formatted(name, version, version, ip);
  }

  private static String slice(String name, long version, String service, String node) {
    return ("{'metadata':{'name':'%s','namespace':'x','resourceVersion':'%s',"
            + "'labels':{'kubernetes.io/service-name':'%s'}},'endpoints':[{'nodeName':'%s'}]}")
        .formatted(name, version, service, node);
  }

  private static String node(String name, long version) {
    return ("{'metadata':{'name':'%s','resourceVersion':'%s'},'status':{'conditions':["
            + "{'type':'Ready','status':'True','lastHeartbeatTime':'%s'}]}}")
        .formatted(name, version, version);
  }

  private static String pod(String name, long version, String node) {
    return ("{'metadata':{'name':'%s','namespace':'here','resourceVersion':'%s'},"
            + "'spec':{'nodeName':'%s'},'status':{'phase':'Running','hostIP':'192.0.2.101'}}")
        .formatted(name, version, node);
  }
}
