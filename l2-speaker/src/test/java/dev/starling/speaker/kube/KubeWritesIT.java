package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writer.WriteExchange;
import dev.starling.speaker.kube.writer.WriterPlace;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.Outcome;
import dev.starling.speaker.kube.writes.OwnedService;
import dev.starling.speaker.kube.writes.Owner;
import dev.starling.speaker.kube.writes.OwnerPod;
import dev.starling.speaker.kube.writes.Ownership;
import dev.starling.speaker.kube.writes.ServiceEvent;
import dev.starling.speaker.kube.writes.StatusContent;
import dev.starling.speaker.kube.writes.Write;
import dev.starling.speaker.kube.writes.WriteNote;
import dev.starling.speaker.kube.writes.WriterRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a speaker writes, on a real API server with the rights that it has there. */
class KubeWritesIT {
  private static final KubeTimes TIMES =
      new KubeTimes(5_000, 5_000, 20_000, 4_000, 300_000, 50, 500, 60_000, 300, 2_000, 20);
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
  private static final String HERE = "/namespaces/starling-system/";
  private static final String SERVICES = "/api/v1/namespaces/shop/services";
  private static final String EVENTS = "/api/v1/namespaces/shop/events";
  private static final String STATUSES = "/apis/metallb.io/v1beta1" + HERE + "servicel2statuses";
  private static final WriterPlace PLACE =
      new WriterPlace("starling-system", "memberlist", "secretkey");

  @TempDir private static Path folder;
  private static RealApi server;
  private static ApiConnection admin;
  private static ApiConnection speaker;

  private final List<WriteNote> notes = new CopyOnWriteArrayList<>();
  private final List<KubeWrites> running = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void startServer() throws IOException {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    server = new RealApi(folder);
    admin = new ApiConnection(server.access("admin"), TIMES);
    speaker = new ApiConnection(server.access("speaker"), TIMES);
    for (String namespace : List.of("starling-system", "shop", "going")) {
      server.create("/api/v1/namespaces", "{'metadata':{'name':'" + namespace + "'}}");
    }
    server.create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", WriterObjects.STATUS_KIND);
    server.create(RBAC + HERE + "roles", WriterObjects.ROLE);
    server.create(RBAC + HERE + "rolebindings", WriterObjects.binding("Role"));
    server.create(RBAC + "/clusterroles", WriterObjects.CLUSTER_ROLE);
    server.create(RBAC + "/clusterrolebindings", WriterObjects.binding("ClusterRole"));
    await().ignoreExceptions().until(() -> get(admin, STATUSES).contains("items"));
    await().ignoreExceptions().until(() -> get(speaker, STATUSES).contains("items"));
  }

  @AfterAll
  static void stopServer() throws InterruptedException {
    Awaitility.reset();
    for (ApiConnection api : Arrays.asList(admin, speaker)) {
      if (api != null) {
        api.close();
      }
    }
    if (server != null) {
      server.close();
    }
  }

  @AfterEach
  void stop() {
    running.forEach(KubeWrites::close);
  }

  private static String get(ApiConnection api, String path) {
    try (InputStream in = api.get(path, TIMES.answer(), TIMES.list())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String field(String json, String name) {
    Matcher matcher = Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(json);
    return matcher.find() ? matcher.group(1) : "";
  }

  private KubeWrites start(String node, ApiConnection api) {
    WriterRules rules = new WriterRules(node, true, true, null);
    KubeWrites writes = new KubeWrites(api, TIMES, rules, PLACE, notes::add);
    running.add(writes);
    writes.start();
    writes.writer().pod(new OwnerPod("starling-speaker-" + node, "pod-" + node));
    boolean leader = node.equals("n1");
    writes.writer().members(new Members(new TreeSet<>(List.of("n1", "n2")), leader));
    return writes;
  }

  private static String service(String name) {
    server.create(
        SERVICES,
        "{'metadata':{'name':'"
            + name
            + "'},'spec':{'type':'LoadBalancer','ports':[{'port':80}]}}");
    return field(get(admin, SERVICES + "/" + name), "uid");
  }

  private void own(String node, String uid, String name) {
    Owner owner = new Owner.Node(node, "death", "n9");
    SortedMap<ObjectName, OwnedService> services = new TreeMap<>();
    services.put(
        new ObjectName("shop", name),
        new OwnedService(uid, List.of("192.0.2.1"), new TreeSet<>(List.of("eth0")), owner));
    running.forEach(writes -> writes.writer().owners(new Ownership(services)));
  }

  private static StatusContent content(String node, String name) {
    return new StatusContent(
        new ObjectName("shop", name), node, new TreeSet<>(List.of("eth0")), null);
  }

  private static boolean isThere(StatusContent content) {
    return get(admin, STATUSES).contains('"' + content.name() + '"');
  }

  private static long eventsOf(String uid) {
    String events = get(admin, EVENTS);
    return Pattern.compile("\"involvedObject\":\\{[^}]*" + uid).matcher(events).results().count();
  }

  private WriteExchange exchange(ApiConnection api) {
    return new WriteExchange(
        "n1", PLACE, new ApiRequests(api, TIMES), InstantSource.system(), () -> "a new key");
  }

  @Test
  void theOwnerWritesOnceAndTheNextOwnerTakesOver() {
    String uid = service("web");
    start("n1", speaker);
    start("n2", speaker);
    own("n1", uid, "web");
    await().until(() -> isThere(content("n1", "web")) && eventsOf(uid) == 1);
    String path = STATUSES + "/" + content("n1", "web").name();
    await().until(() -> !field(get(admin, path), "serviceName").isEmpty());
    String object = get(admin, path);
    assertThat(object)
        .contains("\"metallb.io/node\":\"n1\"", "\"metallb.io/service-namespace\":\"shop\"")
        .contains("\"name\":\"starling-speaker-n1\"", "\"uid\":\"pod-n1\"")
        .contains("\"interfaces\":[{\"name\":\"eth0\"}]", "\"node\":\"n1\"")
        .contains("\"manager\":\"starling-speaker\",\"operation\":\"Apply\"");
    own("n1", uid, "web");
    running.getFirst().writer().members(new Members(new TreeSet<>(List.of("n1", "n2")), true));
    own("n2", uid, "web");
    await().until(() -> isThere(content("n2", "web")) && !isThere(content("n1", "web")));
    await().until(() -> eventsOf(uid) == 2);
    assertThat(notes).isEmpty();
    assertThat(get(admin, EVENTS))
        .contains("\"source\":{\"component\":\"starling-speaker\",\"host\":\"n2\"}")
        .contains("announcing from node \\\"n2\\\" with protocol \\\"layer2\\\"");
  }

  @Test
  void aServerThatWasKilledGetsTheLastStateAndNothingElse()
      throws IOException, InterruptedException {
    String uid = service("dns");
    start("n1", speaker);
    start("n2", speaker);
    own("n1", uid, "dns");
    await().until(() -> isThere(content("n1", "dns")) && eventsOf(uid) == 1);
    server.killServer();
    own("n2", uid, "dns");
    await().until(() -> notes.stream().anyMatch(WriteNote.WritesFailing.class::isInstance));
    own("n1", uid, "dns");
    own("n2", uid, "dns");
    server.startServer();
    await().until(() -> isThere(content("n2", "dns")) && !isThere(content("n1", "dns")));
    await().until(() -> eventsOf(uid) == 2);
    await()
        .until(() -> running.stream().allMatch(writes -> writes.writer().status().waiting() == 0));
    assertThat(notes.stream().filter(WriteNote.WritesFailing.class::isInstance).count())
        .isBetween(1L, 2L);
  }

  @Test
  void whatIsForbiddenIsToldOnceWithTheRuleThatLacks() throws IOException {
    String uid = service("mail");
    try (ApiConnection stranger = new ApiConnection(server.access("stranger"), TIMES)) {
      KubeWrites writes = start("n1", stranger);
      writes.writer().statusesListed();
      own("n1", uid, "mail");
      await().until(() -> notes.size() >= 2);
      assertThat(notes.toString())
          .contains("create and patch servicel2statuses.metallb.io in namespace starling-system")
          .contains("create events in all namespaces");
      assertThat(notes).hasSize(2);
      assertThat(writes.writer().status().failing()).isFalse();
    }
  }

  @Test
  void aRepeatedWriteChangesNothing() {
    StatusContent content = content("n7", "again");
    WriteExchange exchange = exchange(speaker);
    Outcome first = exchange.perform(new Write.ApplyStatus(content), 0);
    assertThat(first).isInstanceOf(Outcome.Written.class);
    assertThat(exchange.perform(new Write.ApplyStatus(content), 0)).isEqualTo(first);
    String uid = ((Outcome.Written) first).uid();
    Write another = new Write.DeleteStatus(content.name(), "another-uid");
    assertThat(exchange.perform(another, 0)).isInstanceOf(Outcome.Conflicted.class);
    Write delete = new Write.DeleteStatus(content.name(), uid);
    assertThat(exchange.perform(delete, 0)).isEqualTo(new Outcome.Deleted());
    assertThat(exchange.perform(delete, 0)).isEqualTo(new Outcome.Deleted());
  }

  @Test
  void anEventIsPostedOnceHoweverOftenItIsTried() {
    String uid = service("events");
    ServiceEvent event =
        new ServiceEvent(
            new ObjectName("shop", "events"),
            uid,
            "events.1",
            ServiceEvent.Reason.ADDRESS_CONFLICT,
            "x".repeat(5_000),
            1,
            0);
    WriteExchange exchange = exchange(speaker);
    for (int i = 0; i < 2; i++) {
      assertThat(exchange.perform(new Write.PostEvent("k", event), 0))
          .isInstanceOf(Outcome.Written.class);
    }
    assertThat(eventsOf(uid)).isEqualTo(1);
  }

  @Test
  void aNamespaceThatIsGoingRefusesAndForbidsNothing() {
    server.delete("/api/v1/namespaces/going");
    ServiceEvent event =
        new ServiceEvent(
            new ObjectName("going", "web"),
            "u",
            "web.1",
            ServiceEvent.Reason.NODE_ASSIGNED,
            "m",
            1,
            0);
    await()
        .untilAsserted(
            () ->
                assertThat(exchange(speaker).perform(new Write.PostEvent("k", event), 0))
                    .isInstanceOf(Outcome.Refused.class));
  }

  @Test
  void aKeyIsRotatedByOneWriterOnly() {
    String secrets = "/api/v1" + HERE + "secrets";
    server.create(
        secrets,
        "{'metadata':{'name':'memberlist'},'stringData':{'secretkey':'old','other':'stays'}}");
    String path = secrets + "/memberlist";
    String version = field(get(admin, path), "resourceVersion");
    assertThat(exchange(speaker).perform(new Write.RotateKey(version), 0))
        .isInstanceOf(Outcome.Written.class);
    assertThat(exchange(speaker).perform(new Write.RotateKey(version), 0))
        .isInstanceOf(Outcome.Conflicted.class);
    assertThat(get(admin, path))
        .contains("\"secretkey\":\"YSBuZXcga2V5\"", "\"other\":\"c3RheXM=\"")
        .contains("\"starling.dev/rotated-at\":\"20");
  }
}
