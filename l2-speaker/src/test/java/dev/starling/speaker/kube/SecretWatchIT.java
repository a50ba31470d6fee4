package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an API server that misbehaves. */
class SecretWatchIT {
  private static final String SECRETS = "/api/v1/namespaces/here/secrets";
  private static final String ONE = SECRETS + "/memberlist";
  private static final KubeTimes TIMES =
      new KubeTimes(1_000, 1_000, 2_000, 60_000, 300_000, 10, 100, 60_000, 100, 800, 20);

  private final List<String> keys = new CopyOnWriteArrayList<>();
  private FakeApi server;
  private ApiConnection api;
  private SecretWatch watch;

  @BeforeEach
  void start() throws IOException {
    server = new FakeApi();
    api = new ApiConnection(new KubeAccess.Server(server.url(), null, null), TIMES);
    watch = new SecretWatch(api, "here", "memberlist", TIMES, keys::add);
  }

  @AfterEach
  void stop() {
    watch.close();
    api.close();
    server.close();
  }

  @Test
  void aKeyIsHandedOutWhenItBecomesAnother() {
    server.body(ONE, secret(5, "one"));
    begin();
    assertThat(keys).containsExactly("one");
    assertThat(server.requests("fieldSelector=metadata.name%3Dmemberlist")).hasSize(1);
    assertThat(server.requests("resourceVersion=")).isEmpty();

    server.event(SECRETS, "MODIFIED", secret(6, "one"));
    server.event(SECRETS, "MODIFIED", secret(7, "two"));
    await().until(() -> keys.equals(List.of("one", "two")));
  }

  @Test
  void aSecretThatIsMadeLaterIsFound() {
    begin();
    assertThat(keys).isEmpty();
    assertThat(server.requests("resourceVersion=")).isEmpty();

    server.event(SECRETS, "ADDED", secret(6, "one"));
    await().until(() -> keys.equals(List.of("one")));
    assertThat(watch.status().objects()).isEqualTo(1);
  }

  @Test
  void aSecretThatIsDeletedOrEmptiedLeavesTheKeyAsItWas() {
    server.body(ONE, secret(5, "one"));
    begin();
    server.event(SECRETS, "MODIFIED", "{'metadata':{'name':'memberlist'}}");
    server.event(SECRETS, "DELETED", secret(6, "one"));
    await().until(() -> watch.status().objects() == 0);
    server.event(SECRETS, "ADDED", secret(7, "one"));
    await().until(() -> watch.status().objects() == 1);

    assertThat(keys).containsExactly("one");
  }

  @Test
  void aKeyThatChangedWhileTheServerWasAwayIsFound() {
    server.body(ONE, secret(5, "one"));
    begin();
    server.answer(SECRETS, FakeApi.refusal(503, 0));
    server.end(SECRETS);
    await().until(() -> watch.status().state() == KindStatus.State.LOST);
    server.body(ONE, secret(9, "two"));
    server.answer(SECRETS, null);
    await().until(() -> keys.equals(List.of("one", "two")));
  }

  @Test
  void anOlderKeyFromTheCacheOfAServerIsNotTaken() {
    server.body(ONE, secret(9, "new"));
    begin();
    server.event(SECRETS, "ADDED", secret(5, "old"));
    server.event(SECRETS, "DELETED", secret(6, "old"));
    server.event(SECRETS, "MODIFIED", secret(10, "newer"));
    await().until(() -> keys.contains("newer"));

    assertThat(keys).containsExactly("new", "newer");
    server.body(ONE, secret(3, "restored"));
    server.end(SECRETS);
    await().until(() -> keys.equals(List.of("new", "newer", "restored")));
  }

  @Test
  void aListenerThatFailsDoesNotEndTheWatch() {
    List<String> taken = new CopyOnWriteArrayList<>();
    watch.close();
    watch =
        new SecretWatch(
            api,
            "here",
            "memberlist",
            TIMES,
            key -> {
              taken.add(key);
              throw new IllegalStateException("not today");
            });
    server.body(ONE, secret(5, "one"));
    begin();
    server.event(SECRETS, "MODIFIED", secret(6, "two"));
    await().atMost(Duration.ofSeconds(5)).until(() -> taken.size() == 2);
  }

  private void begin() {
    watch.start();
    await().until(() -> server.watching(SECRETS) == 1);
  }

  private static String secret(long version, String key) {
    String base64 = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    return "{'metadata':{'name':'memberlist','resourceVersion':'"
        + version
        + "'},'data':{'secretkey':'"
        + base64
        + "'}}";
  }
}
