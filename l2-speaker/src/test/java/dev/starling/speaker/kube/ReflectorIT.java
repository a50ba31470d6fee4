package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of one kind when its watch does not do what it should. */
class ReflectorIT {
  private static final String PATH = "/api/v1/things";
  private static final long DOUBT = 600;

  private final Names names = new Names();
  private FakeApi server;
  private ApiConnection api;
  private Reflector<String> reflector;

  @BeforeEach
  void make() throws IOException {
    server = new FakeApi();
    server.list(PATH, 100, Names.object("a", 90));
    make(60_000, 10);
  }

  private void make(long silence, long retryFirst) throws IOException {
    KubeTimes times =
        new KubeTimes(
            2_000, 2_000, 20_000, silence, 300_000, retryFirst, 100, 60_000, 100, DOUBT, 20);
    api = new ApiConnection(new KubeAccess.Server(server.url(), null, null), times);
    reflector =
        new Reflector<>(
            KubeResource.all("things", PATH, names), names, api, new ApiHealth(() -> ""), times);
  }

  /** Before it has begun. */
  private void remake(long silence, long retryFirst) throws IOException {
    api.close();
    make(silence, retryFirst);
  }

  private void begin() {
    reflector.start();
    await().until(() -> server.watching(PATH) == 1);
  }

  @AfterEach
  void stop() throws InterruptedException {
    reflector.close(1_000);
    api.close();
    server.close();
  }

  @Test
  void aHistoryThatWasSetBackIsNoticedOnceTheWatchIsSilent() throws IOException {
    remake(400, 10);
    begin();
    server.list(PATH, 50, Names.object("b", 40));

    await().until(() -> server.requests(FakeApi.LIST).size() > 2);
    assertThat(names.held()).containsExactly("a");
    await().until(() -> names.held().equals(List.of("b")));
    await().until(() -> server.requests("watch=true").getLast().endsWith("resourceVersion=50"));
  }

  @Test
  void aSilentWatchIsBegunAgainAtOnceWhereItWas() throws IOException {
    remake(200, 60_000);
    begin();
    await().atMost(Duration.ofSeconds(8)).until(() -> server.requests("watch=true").size() > 4);

    assertThat(server.requests(FakeApi.LIST)).hasSize(1);
    assertThat(server.requests("watch=true")).allMatch(each -> each.endsWith("=100"));
    assertThat(reflector.status().state()).isEqualTo(KindStatus.State.WATCHING);
  }

  @Test
  void theSecondErrorInARowIsAnsweredWithAList() {
    begin();
    error(500);
    assertThat(server.requests(FakeApi.LIST)).hasSize(1);
    assertThat(reflector.status().state()).isEqualTo(KindStatus.State.WATCHING);
    server.list(PATH, 120, Names.object("b", 110));
    error(500);
    assertThat(server.requests(FakeApi.LIST)).hasSize(2);
    assertThat(names.held()).containsExactly("b");
    assertThat(reflector.status().state()).isEqualTo(KindStatus.State.LOST);

    server.event(PATH, "ADDED", Names.object("c", 121));
    await().until(() -> reflector.status().state() == KindStatus.State.WATCHING);
    error(500);
    assertThat(server.requests(FakeApi.LIST)).hasSize(2);
    assertThat(reflector.status().state()).isEqualTo(KindStatus.State.WATCHING);
  }

  @Test
  void aVersionThatTheServerWillNotWatchFromIsGivenUp() {
    begin();
    server.answer(
        PATH,
        exchange -> {
          boolean old = exchange.getRequestURI().getQuery().endsWith("resourceVersion=100");
          if (old) {
            FakeApi.send(exchange, 400, "{\"message\":\"invalid version\"}");
          }
          return old;
        });
    server.list(PATH, 120, Names.object("b", 110));
    server.end(PATH);

    await().until(() -> names.held().equals(List.of("b")));
    await().until(() -> server.watching(PATH) == 1);
    assertThat(server.requests(FakeApi.LIST)).hasSize(2);
  }

  @Test
  void aShortAbsenceOfTheServerCostsNoList() {
    begin();
    away(1);
    assertThat(server.requests(FakeApi.LIST)).hasSize(1);
    assertThat(server.requests(PATH + "?" + FakeApi.PROBE)).isNotEmpty();
    assertThat(server.requests("watch=true").getLast()).endsWith("resourceVersion=100");
  }

  @Test
  void afterALongAbsenceOfTheServerAllIsListed() {
    begin();
    away(DOUBT + 200);
    assertThat(server.requests(FakeApi.LIST).size()).isGreaterThan(1);
  }

  @Test
  void anObjectThatCannotBeReadCostsNothingButItself() {
    server.list(
        PATH, 100, Names.object("a", 90), Names.object(Names.POISON, 91), Names.object("b", 92));
    begin();
    assertThat(names.held()).containsExactly("a", "b");
    server.event(PATH, "ADDED", Names.object(Names.POISON, 101));
    server.event(PATH, "ADDED", Names.object("c", 102));

    await().until(() -> names.held().equals(List.of("a", "b", "c")));
    assertThat(server.requests("watch=true")).hasSize(1);
  }

  @Test
  void aMistakeOfWhoTakesItInIsTriedAgain() {
    begin();
    server.list(PATH, 102, Names.object("b", 90));
    server.event(PATH, "ADDED", Names.object(Names.BITTER, 101));

    await().until(() -> names.held().equals(List.of("b")));
    await().until(() -> server.requests("watch=true").size() == 2);
    assertThat(reflector.status().lastError()).contains("another mistake");
  }

  @Test
  void aListThatDoesNotEndIsGivenUp() {
    server.body(PATH, "{'metadata':{'resourceVersion':'1','continue':'x'},'items':[]}");
    reflector.start();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              String error = reflector.status().lastError();
              return error != null && error.contains("more than 2000 pages");
            });
    assertThat(reflector.status().lists()).isZero();
  }

  /** Ends the watch with an error, and waits for the next. */
  private void error(int code) {
    int before = server.requests("watch=true").size();
    server.event(PATH, "ERROR", "{'kind':'Status','code':" + code + ",'message':'no'}");
    await()
        .until(() -> server.requests("watch=true").size() > before && server.watching(PATH) == 1);
  }

  /** Answers nothing for a while. */
  private void away(long millis) {
    server.answer(PATH, ReflectorIT::hangUp);
    server.end(PATH);
    await().until(() -> reflector.status().state() == KindStatus.State.LOST);
    await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
    server.answer(PATH, null);
    await().until(() -> server.watching(PATH) == 1);
  }

  private static boolean hangUp(HttpExchange exchange) {
    exchange.close();
    return true;
  }
}
