package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.inputs.ApiStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiConnectionIT {
  private static final String PATH = "/api/v1/nodes";
  private static final KubeTimes TIMES =
      new KubeTimes(1_500, 1_500, 2_500, 60_000, 300_000, 10, 100, 60_000, 100, 800, 20);

  @TempDir private Path folder;
  private Path token;
  private FakeApi server;
  private ApiConnection api;

  @BeforeEach
  void start() throws IOException {
    server = new FakeApi();
    token = Files.writeString(folder.resolve("token"), "old");
    api = new ApiConnection(new KubeAccess.Server(server.url(), null, token), TIMES);
  }

  @AfterEach
  void stop() {
    api.close();
    server.close();
  }

  @Test
  void aTokenThatWasRenewedIsUsedAtOnce() throws IOException {
    server.body(PATH, "nodes");
    server.answer(
        PATH,
        exchange -> {
          String sent = exchange.getRequestHeaders().getFirst("Authorization");
          boolean stale = !"Bearer new".equals(sent);
          if (stale) {
            FakeApi.send(exchange, 401, "{\"message\":\"Unauthorized\"}");
          }
          return stale;
        });
    assertThatThrownBy(() -> read(PATH)).hasMessage("401 Unauthorized");

    Files.writeString(token, "new");
    assertThat(read(PATH)).isEqualTo("nodes");
  }

  @Test
  void aTokenThatCannotBeSentIsAnErrorThatDoesNotShowIt() throws IOException {
    server.body(PATH, "nodes");
    Files.writeString(token, "secr\u0001et\nsecond");
    assertThatThrownBy(() -> read(PATH))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the token has a character")
        .hasNoCause();

    Files.writeString(token, "good");
    assertThat(read(PATH)).isEqualTo("nodes");
  }

  @Test
  void requestsAreCountedByVerb() throws IOException {
    server.body(PATH, "nodes");
    read(PATH);
    read(PATH + "?limit=500");
    read(PATH + "?limit=500&continue=x");
    api.get(PATH + "?watch=true", 1_000, 0).close();

    assertThat(api.requests()).isEqualTo(new TreeMap<>(Map.of("get", 1L, "list", 2L, "watch", 1L)));
  }

  @Test
  void aWatchMayLastLongerThanAnAnswerMayTake() throws IOException {
    try (InputStream in = api.get(PATH + "?watch=true", 10_000, 0)) {
      await().until(() -> server.watching(PATH) == 1);
      await().pollDelay(Duration.ofMillis(TIMES.answer() + 500)).until(() -> true);
      server.text(PATH, "still here");
      assertThat(in.readNBytes(10)).asString(StandardCharsets.UTF_8).isEqualTo("still here");
    }
  }

  @Test
  void whatIsSilentForTooLongOrTakesTooLongIsAnError() throws IOException {
    try (InputStream in = api.get(PATH + "?watch=true", 100, 0)) {
      assertThatThrownBy(() -> in.read()).hasMessage("nothing heard for 100 ms");
    }
    server.answer(
        PATH,
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          server.drip(exchange.getResponseBody(), Duration.ofMillis(50));
          return true;
        });
    assertThatThrownBy(() -> read(PATH)).hasMessage("the answer took more than 2500 ms");
  }

  @Test
  void aRefusalSaysWhyAndForHowLong() {
    server.answer(PATH, FakeApi.refusal(429, 7));
    RefusedException refusal = catchThrowableOfType(RefusedException.class, () -> read(PATH));
    assertThat(refusal).hasMessage("429 no");
    assertThat(refusal.status()).isEqualTo(new ApiStatus(429, "no", 7));
  }

  @Test
  void whoDoesNotAnswerIsAnErrorOfOneLine() {
    server.answer(PATH, server.silence());
    assertThatThrownBy(() -> read(PATH))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("timed out");
    server.close();
    assertThatThrownBy(() -> read(PATH)).isInstanceOf(IOException.class);
  }

  private String read(String path) throws IOException {
    try (InputStream in = api.get(path, TIMES.answer(), TIMES.list())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
