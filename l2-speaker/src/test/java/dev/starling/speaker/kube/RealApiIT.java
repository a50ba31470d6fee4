package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Rules;
import dev.starling.speaker.kube.model.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real API server. */
class RealApiIT {
  private static final KubeTimes TIMES =
      new KubeTimes(5_000, 5_000, 20_000, 4_000, 300_000, 50, 500, 60_000, 300, 2_000, 20);
  private static final String SERVICES = "/api/v1/namespaces/default/services";
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  @TempDir private static Path folder;
  private static RealApi server;

  private final List<Snapshot> snapshots = new CopyOnWriteArrayList<>();
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private ApiConnection api;
  private KubeSource source;

  @BeforeAll
  static void startServer() throws IOException {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    server = new RealApi(folder);
    server.create("/api/v1/namespaces", "{'metadata':{'name':'starling-system'}}");
  }

  @AfterAll
  static void stopServer() throws InterruptedException {
    Awaitility.reset();
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void start() throws IOException {
    api = new ApiConnection(server.access("admin"), TIMES);
    source =
        new KubeSource(
            api,
            new KubeSettings("default", "default", "app=x", Rules.DEFAULTS.annotations(), TIMES),
            snapshots::add,
            broken::add);
    source.start();
    await().until(() -> !snapshots.isEmpty() && source.status().connected());
  }

  @AfterEach
  void stop() {
    source.close();
    api.close();
    assertThat(broken).isEmpty();
  }

  @Test
  void whatBecomesOfAServiceIsHeard() {
    ObjectName name = new ObjectName("default", "web");
    assertThat(snapshots.getLast().services()).doesNotContainKey(name);
    create("web");
    await().until(() -> snapshots.getLast().services().containsKey(name));
    assign("web", "192.0.2.1");
    await().until(() -> ingress().equals(List.of("192.0.2.1")));
    server.delete(SERVICES + "/web");
    await().until(() -> !snapshots.getLast().services().containsKey(name));
  }

  @Test
  void metalLbsKindsAreFoundWhenTheyAppear() {
    assertThat(snapshots.getLast().metalLb()).isNull();
    define("IPAddressPool", "ipaddresspools");
    define("L2Advertisement", "l2advertisements");
    await()
        .ignoreExceptions()
        .untilAsserted(
            () ->
                server.create(
                    "/apis/metallb.io/v1beta1/namespaces/default/ipaddresspools",
                    "{'apiVersion':'metallb.io/v1beta1','kind':'IPAddressPool',"
                        + "'metadata':{'name':'main'},'spec':{'addresses':['192.0.2.0/24']}}"));
    await()
        .until(
            () -> {
              Snapshot.MetalLb known = snapshots.getLast().metalLb();
              return known != null
                  && known.pools().values().stream()
                      .anyMatch(pool -> pool.addresses().equals(List.of("192.0.2.0/24")));
            });

    server.delete(CRDS + "/ipaddresspools.metallb.io");
    server.delete(CRDS + "/l2advertisements.metallb.io");
    await().until(() -> snapshots.getLast().metalLb() == null);
  }

  @Test
  void aCrashOfTheServerChangesNothingAndIsOverWhenItIsBack()
      throws IOException, InterruptedException {
    create("crash");
    await().until(() -> source.status().kinds().getFirst().objects() == 1);
    int before = snapshots.size();
    server.killServer();
    await().until(() -> !source.status().connected());
    server.startServer();
    await().until(() -> source.status().connected());
    assertThat(snapshots).hasSize(before);

    server.delete(SERVICES + "/crash");
    await().until(() -> snapshots.getLast().services().isEmpty());
  }

  @Test
  void aFrozenServerIsNoticedAndChangesNothing() throws IOException, InterruptedException {
    create("frozen");
    await().until(() -> source.status().kinds().getFirst().objects() == 1);
    int before = snapshots.size();
    server.signalServer("STOP");
    try {
      await()
          .until(
              () ->
                  source.status().kinds().stream()
                      .allMatch(kind -> kind.state() == KindStatus.State.LOST));
    } finally {
      server.signalServer("CONT");
    }
    await().until(() -> source.status().connected());
    assertThat(snapshots).hasSize(before);

    server.delete(SERVICES + "/frozen");
    await().until(() -> snapshots.getLast().services().isEmpty());
  }

  @Test
  void oneSecretIsWatchedWithTheRightToThatAlone() throws IOException, InterruptedException {
    allowSecret();
    List<String> keys = new CopyOnWriteArrayList<>();
    try (ApiConnection speaker = new ApiConnection(server.access("speaker"), TIMES);
        SecretWatch watch =
            new SecretWatch(speaker, "starling-system", "memberlist", TIMES, keys::add)) {
      watch.start();
      await().until(() -> watch.status().state() == KindStatus.State.WATCHING);
      assertThat(watch.status().objects()).isZero();
      String secrets = "/api/v1/namespaces/starling-system/secrets";
      server.create(secrets, "{'metadata':{'name':'memberlist'},'stringData':{'secretkey':'one'}}");
      server.create(secrets, "{'metadata':{'name':'other'},'stringData':{'secretkey':'no'}}");
      await().until(() -> keys.equals(List.of("one")));
      server.patch(secrets + "/memberlist", "{'metadata':{'labels':{'a':'b'}}}");
      server.patch(secrets + "/memberlist", "{'stringData':{'secretkey':'two'}}");
      await().until(() -> keys.equals(List.of("one", "two")));
      server.killServer();
      await().until(() -> watch.status().state() == KindStatus.State.LOST);
      server.startServer();
      await().until(() -> watch.status().state() == KindStatus.State.WATCHING);
      long watches = watch.status().watches();
      await().during(Duration.ofSeconds(1)).until(() -> watch.status().watches() == watches);
      server.delete(secrets + "/memberlist");
      await().until(() -> watch.status().objects() == 0);
      assertThat(keys).hasSize(2);
      assertThat(speaker.requests()).doesNotContainKey("list");
    }
  }

  private List<String> ingress() {
    return snapshots.getLast().services().values().stream()
        .flatMap(service -> service.ingress().stream())
        .toList();
  }

  private static void create(String service) {
    server.create(
        SERVICES,
        "{'metadata':{'name':'"
            + service
            + "'},'spec':{'type':'LoadBalancer','ports':[{'port':80}]}}");
  }

  private static void assign(String service, String ip) {
    server.patch(
        SERVICES + "/" + service + "/status",
        "{'status':{'loadBalancer':{'ingress':[{'ip':'" + ip + "'}]}}}");
  }

  private static void define(String kind, String plural) {
    server.create(
        CRDS,
        ("{'metadata':{'name':'%1$s.metallb.io'},'spec':{'group':'metallb.io',"
                + "'names':{'kind':'%2$s','plural':'%1$s'},'scope':'Namespaced','versions':["
                + "{'name':'v1beta1','served':true,'storage':true,'schema':{'openAPIV3Schema':"
                + "{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}")
            .formatted(plural, kind));
  }

  private static void allowSecret() {
    String rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/starling-system/";
    server.create(
        rbac + "roles",
        "{'metadata':{'name':'speaker'},'rules':[{'apiGroups':[''],'resources':['secrets'],"
            + "'resourceNames':['memberlist'],'verbs':['get','watch']}]}");
    server.create(
        rbac + "rolebindings",
        "{'metadata':{'name':'speaker'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io',"
            + "'kind':'Role','name':'speaker'},'subjects':[{'kind':'User','name':'speaker',"
            + "'apiGroup':'rbac.authorization.k8s.io'}]}");
  }
}
