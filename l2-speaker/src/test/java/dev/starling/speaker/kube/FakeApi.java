package dev.starling.speaker.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An API server on loopback that does what a real one will not do on demand. */
final class FakeApi implements AutoCloseable {
  /** The request for a list of one object, which is for its version. */
  static final String PROBE = "limit=1";

  /** The request for the first page of a list. */
  static final String LIST = "limit=500";

  private static final String END = "";
  private static final Pattern VERSION = Pattern.compile("'resourceVersion':'(\\d+)'");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<String, String> bodies = new ConcurrentHashMap<>();
  private final Map<String, Long> versions = new ConcurrentHashMap<>();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Map<String, List<BlockingQueue<String>>> watches = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** Answers in its own way; returns false to have the usual answer after all. */
  @FunctionalInterface
  interface Answer {
    boolean answer(HttpExchange exchange) throws IOException;
  }

  FakeApi() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What a list of the path says from now on; single quotes are double ones. */
  void list(String path, long version, String... objects) {
    versions.put(path, version);
    body(
        path,
        "{'metadata':{'resourceVersion':'%s'},'items':[%s]}"
            .formatted(version, String.join(",", objects)));
  }

  /** What a GET of the path says from now on. */
  void body(String path, String text) {
    bodies.put(path, text.replace('\'', '"'));
  }

  /** The path is not known from now on. */
  void forget(String path) {
    bodies.remove(path);
  }

  /** Answers all requests for a path, watches and all. */
  void answer(String path, @Nullable Answer answer) {
    if (answer == null) {
      answers.remove(path);
    } else {
      answers.put(path, answer);
    }
  }

  /** Refuses, with {@code Retry-After} if {@code seconds} is not 0. */
  static Answer refusal(int code, int seconds) {
    return exchange -> {
      if (seconds != 0) {
        exchange.getResponseHeaders().add("Retry-After", Integer.toString(seconds));
      }
      send(exchange, code, "{\"message\":\"no\"}");
      return true;
    };
  }

  /** Takes the request and never says a word. */
  Answer silence() {
    return _ -> {
      try {
        closing.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
      return true;
    };
  }

  /** Writes blanks one by one, until nobody reads them. */
  void drip(OutputStream body, Duration pause) throws IOException {
    try {
      while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        body.write(' ');
        body.flush();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends an event to all who watch the path; an error is the last one. */
  void event(String path, String type, String object) {
    Matcher matcher = VERSION.matcher(object);
    if (matcher.find()) {
      versions.merge(path, Long.parseLong(matcher.group(1)), Long::max);
    }
    text(path, "{'type':'" + type + "','object':" + object + "}\n");
    if (type.equals("ERROR")) {
      end(path);
    }
  }

  /** Sends anything to all who watch the path. */
  void text(String path, String text) {
    watchers(path).forEach(queue -> queue.add(text.replace('\'', '"')));
  }

  /** Ends all watches of the path. */
  void end(String path) {
    watchers(path).forEach(queue -> queue.add(END));
  }

  /** How many watch the path. */
  int watching(String path) {
    return watchers(path).size();
  }

  /** The requests so far whose path and query contain the text. */
  List<String> requests(String part) {
    return requests.stream().filter(request -> request.contains(part)).toList();
  }

  private List<BlockingQueue<String>> watchers(String path) {
    return watches.computeIfAbsent(path, _ -> new CopyOnWriteArrayList<>());
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
    requests.add(path + "?" + query);
    try (exchange) {
      Answer answer = answers.get(path);
      if (answer != null && answer.answer(exchange)) {
        return;
      }
      if (query.contains("watch=true")) {
        watch(exchange, path);
      } else if (query.endsWith(PROBE) && bodies.containsKey(path)) {
        long version = versions.getOrDefault(path, 0L);
        send(
            exchange, 200, "{\"metadata\":{\"resourceVersion\":\"" + version + "\"},\"items\":[]}");
      } else {
        String body = bodies.get(path);
        send(exchange, body == null ? 404 : 200, body == null ? "404 page not found\n" : body);
      }
    }
  }

  static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void watch(HttpExchange exchange, String path) throws IOException {
    BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    List<BlockingQueue<String>> all = watchers(path);
    exchange.sendResponseHeaders(200, 0);
    OutputStream body = exchange.getResponseBody();
    body.flush();
    all.add(queue);
    try {
      for (String text = queue.take(); !text.equals(END); text = queue.take()) {
        body.write(text.getBytes(StandardCharsets.UTF_8));
        body.flush();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      all.remove(queue);
    }
  }

  /** A snapshot of all paths that are watched. */
  List<String> watched() {
    List<String> paths = new ArrayList<>();
    watches.forEach(
        (path, all) -> {
          if (!all.isEmpty()) {
            paths.add(path);
          }
        });
    return paths;
  }

  @Override
  public void close() {
    closing.countDown();
    watches.keySet().forEach(this::end);
    server.stop(0);
    threads.shutdownNow();
  }
}
