package dev.starling.speaker.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The speaker's HTTP server: GET and HEAD only, no body is read, a few requests at a time, and no
 * client can hold it for longer than {@link #REQUEST_SECONDS}.
 */
public final class HttpEndpoint implements AutoCloseable {
  /** How long a request may take to come in, and an answer to be taken. */
  static final int REQUEST_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int THREADS = 4;
  private static final int WAITING = 32;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  private static final String INDEX =
      """
      starling
      /healthz  the loop and the captures make progress
      /readyz   it has settled
      /status   the whole state, as JSON
      /metrics  for Prometheus
      """;

  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  private HttpEndpoint(HttpServer server, ThreadPoolExecutor threads) {
    this.server = server;
    this.threads = threads;
  }

  /** Answers at {@code address} from now on; port 0 takes any free one. */
  public static HttpEndpoint start(InetSocketAddress address, HttpSources sources)
      throws IOException {
    limit();
    HttpServer server = HttpServer.create(address, WAITING);
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "http-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, sources));
    server.start();
    return new HttpEndpoint(server, threads);
  }

  /** Where it answers. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Stops at once; requests under way are cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** The server reads its limits once, from system properties; what the command line says stays. */
  private static void limit() {
    String prefix = "sun.net.httpserver.";
    setDefault(prefix + "maxReqTime", REQUEST_SECONDS);
    setDefault(prefix + "maxRspTime", REQUEST_SECONDS);
    setDefault(prefix + "idleInterval", REQUEST_SECONDS);
    setDefault(prefix + "maxIdleConnections", 8);
    setDefault(prefix + "maxReqHeaders", 64);
    setDefault(prefix + "maxReqHeaderSize", 16 * 1024);
    setDefault("jdk.httpserver.maxConnections", 64);
  }

  private static void setDefault(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  private static void answer(HttpExchange exchange, HttpSources sources) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, Answer.text(405, "only GET and HEAD\n"));
        return;
      }
      send(exchange, answerTo(exchange.getRequestURI().getPath(), sources));
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).addKeyValue("path", exchange.getRequestURI()).log("no answer");
      throw e;
    }
  }

  private static Answer answerTo(String path, HttpSources sources) throws IOException {
    return switch (path) {
      case "/" -> Answer.text(200, INDEX);
      case "/healthz" -> health(sources.health().get());
      case "/readyz" -> health(sources.readiness().get());
      case "/metrics" -> new Answer(200, METRICS, utf8(sources.metrics().get()));
      case "/status" -> {
        ByteArrayOutputStream json = new ByteArrayOutputStream(4_096);
        StatusJson.write(sources.status().get(), json);
        yield new Answer(200, "application/json", json.toByteArray());
      }
      default -> Answer.text(404, "no such page; / lists them\n");
    };
  }

  private static Answer health(Health health) {
    return health.ok()
        ? Answer.text(200, "ok\n")
        : Answer.text(503, String.join("\n", health.reasons()) + "\n");
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", answer.type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(answer.code, -1);
      return;
    }
    exchange.sendResponseHeaders(answer.code, answer.body.length);
    exchange.getResponseBody().write(answer.body);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static final class Answer {
    private final int code;
    private final String type;
    private final byte[] body;

    private Answer(int code, String type, byte[] body) {
      this.code = code;
      this.type = type;
      this.body = body;
    }

    private static Answer text(int code, String body) {
      return new Answer(code, TEXT, utf8(body));
    }
  }
}
