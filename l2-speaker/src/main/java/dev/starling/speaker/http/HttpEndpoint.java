package dev.starling.speaker.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The speaker's HTTP server: GET and HEAD only, no body is read, a few requests at a time, and no
 * client can hold it for longer than {@link #REQUEST_SECONDS}. A speaker does without it what it is
 * for; so where the address is taken it is tried again, for as long as that lasts.
 */
public final class HttpEndpoint implements AutoCloseable {
  /** How long a request may take to come in, and an answer to be taken. */
  static final int REQUEST_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int RETRY_SECONDS = 2;
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

  private final InetSocketAddress wanted;
  private final HttpSources sources;
  private final ThreadPoolExecutor threads = threads();
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable HttpServer server;

  private HttpEndpoint(InetSocketAddress wanted, HttpSources sources) {
    this.wanted = wanted;
    this.sources = sources;
  }

  /**
   * Answers at {@code address} from now on, or else from when it can be had: tried every two
   * seconds, told in the log once, and again when it is had.
   *
   * @param address port 0 takes any free one
   */
  public static HttpEndpoint start(InetSocketAddress address, HttpSources sources) {
    limit();
    HttpEndpoint endpoint = new HttpEndpoint(address, sources);
    try {
      endpoint.bind();
    } catch (IOException e) {
      LOG.error(
          "no status, health and metrics at {}: {}; tried again every {} s",
          text(address),
          e.toString(),
          RETRY_SECONDS);
      Thread.ofPlatform().daemon().name("http-bind").start(endpoint::tryOn);
    }
    return endpoint;
  }

  /** Where it answers, or is to. */
  public synchronized InetSocketAddress address() {
    return server == null ? wanted : server.getAddress();
  }

  /** Stops at once, or stops trying; requests under way are cut off. */
  @Override
  public synchronized void close() {
    closed.countDown();
    if (server != null) {
      server.stop(0);
    }
    threads.shutdownNow();
  }

  private void tryOn() {
    try {
      while (!closed.await(RETRY_SECONDS, TimeUnit.SECONDS)) {
        try {
          bind();
          LOG.info("status, health and metrics are at {} from now on", text(wanted));
          return;
        } catch (IOException e) {
          LOG.debug("still not at {}: {}", text(wanted), e.toString());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void bind() throws IOException {
    if (closed.getCount() == 0) {
      return;
    }
    HttpServer bound = HttpServer.create(wanted, WAITING);
    bound.setExecutor(threads);
    bound.createContext("/", exchange -> answer(exchange, sources));
    bound.start();
    server = bound;
  }

  private static ThreadPoolExecutor threads() {
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
    return threads;
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
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
