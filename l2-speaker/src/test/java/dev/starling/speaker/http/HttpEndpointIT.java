package dev.starling.speaker.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.Samples;
import dev.starling.speaker.cli.Console;
import dev.starling.speaker.cli.Starling;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpEndpointIT {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private volatile Health health = Health.good();
  private HttpEndpoint endpoint;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void start() {
    endpoint = at(new InetSocketAddress(LOOPBACK, 0));
  }

  private HttpEndpoint at(InetSocketAddress address) {
    return HttpEndpoint.start(
        address,
        new HttpSources(
            () -> health,
            () -> new Health(false, List.of("SETTLING for 300 ms", "no view")),
            () -> StatusJsonTest.report(Samples.status()),
            () -> "starling_up 1\n"));
  }

  @AfterEach
  void stop() {
    endpoint.close();
    client.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /         | 200 | text/plain; charset=utf-8                | starling
          /healthz  | 200 | text/plain; charset=utf-8                | ok
          /readyz   | 503 | text/plain; charset=utf-8                | SETTLING for 300 ms
          /status   | 200 | application/json                         | {"version":"0.1.0",
          /metrics  | 200 | text/plain; version=0.0.4; charset=utf-8 | starling_up 1
          /healthz/ | 404 | text/plain; charset=utf-8                | no such page; / lists them
          /etc/../x | 404 | text/plain; charset=utf-8                | no such page; / lists them
          """)
  void eachPageAnswers(String path, int code, String type, String start)
      throws IOException, InterruptedException {
    HttpResponse<String> response = get(path);
    assertThat(response.statusCode()).isEqualTo(code);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(type);
    assertThat(response.body()).startsWith(start);
  }

  @Test
  void healthMayChange() throws IOException, InterruptedException {
    health = Health.of(List.of("the loop has not moved for 1200 ms"));
    assertThat(get("/healthz").body()).isEqualTo("the loop has not moved for 1200 ms\n");
    assertThat(get("/healthz").statusCode()).isEqualTo(503);
    health = Health.of(List.of());
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE"})
  void onlyReadingIsAllowed(String method) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/status"))
            .method(method, HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
  }

  @Test
  void headHasNoBody() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri("/status")).HEAD().build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void clientsThatNeverFinishAreCutOffAndHoldNobodyUp() throws IOException, InterruptedException {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        Socket socket = new Socket(endpoint.address().getAddress(), endpoint.address().getPort());
        slow.add(socket);
        socket.getOutputStream().write("GET /status HTTP/1.1\r\nHost: x\r\n".getBytes(UTF_8));
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> get("/healthz").statusCode() == 200);
      slow.getFirst().setSoTimeout(20_000);
      assertThat(slow.getFirst().getInputStream().read()).isEqualTo(-1);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void anAddressThatIsTakenIsServedWhenItIsFree() throws IOException, InterruptedException {
    InetSocketAddress taken = endpoint.address();
    try (HttpEndpoint late = at(taken)) {
      assertThat(late.address()).isEqualTo(taken);
      assertThat(get("/healthz").body()).isEqualTo("ok\n");
      endpoint.close();
      endpoint = late;
      await()
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> get("/healthz").statusCode() == 200);
    }
  }

  @Test
  void whoIsClosedWhileTheAddressIsTakenTakesItNoMore() throws IOException, InterruptedException {
    InetSocketAddress taken = endpoint.address();
    at(taken).close();
    await().until(() -> !isTrying());
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    endpoint.close();
    try (ServerSocket mine = new ServerSocket()) {
      mine.bind(taken);
      assertThat(mine.isBound()).isTrue();
    }
  }

  private static boolean isTrying() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("http-bind"));
  }

  @Test
  void theStatusCommandReadsIt() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console = new Console(new PrintWriter(out), new PrintWriter(err));
    Starling starling = new Starling(options -> 1, key -> null, "1");
    String address = "127.0.0.1:" + endpoint.address().getPort();
    assertThat(starling.run(console, "status", "--address", address)).isZero();
    assertThat(out.toString()).contains("ACTIVE for 1.8 s").contains("10.0.0.80  web      n1 *");
    out.getBuffer().setLength(0);
    assertThat(starling.run(console, "status", "--address", address, "-o", "json")).isZero();
    assertThat(out.toString()).startsWith("{\"version\":\"0.1.0\"").endsWith("}\n");
    endpoint.close();
    assertThat(starling.run(console, "status", "--address", address)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "starling status: no speaker at "
                + address
                + "; start one, or give --address HOST:PORT"
                + System.lineSeparator());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(2)).GET().build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + endpoint.address().getPort() + path);
  }
}
