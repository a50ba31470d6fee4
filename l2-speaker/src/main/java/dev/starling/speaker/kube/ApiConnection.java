package dev.starling.speaker.kube;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.Json;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way to one API server, shared by all that read from it and write to it: fabric8's
 * configuration, credentials and HTTP client. Of any thread.
 *
 * <p>HTTP/1.1, a connection for each watch: one of HTTP/2 for all of them would stay in use while
 * it is dead, since the JDK's client does not probe it. Nothing is retried here.
 */
public final class ApiConnection implements AutoCloseable {
  private static final int REFUSAL_BYTES = 8 << 10;
  private static final int CAUSES_MAX = 10;
  private static final String CERTIFICATE = "-----BEGIN CERTIFICATE-----";
  static final String RETRY_AFTER = "Retry-After";

  private final KubeTimes times;
  private final Config config;
  private final HttpClient http;
  private final String url;
  private final RequestCount requests = new RequestCount();
  private final JsonFactory json = Json.factory();

  /**
   * Connects to nothing yet.
   *
   * @throws IOException if a file of {@code access} cannot be used
   */
  public ApiConnection(KubeAccess access, KubeTimes times) throws IOException {
    this.times = times;
    try {
      config = config(access, times);
      http =
          new JdkHttpClientFactory()
              .newBuilder(config)
              .addOrReplaceInterceptor("COUNT", requests)
              .build();
    } catch (RuntimeException e) {
      throw new IOException("cannot use " + access + ": " + reason(e), e);
    }
    String master = config.getMasterUrl();
    url = master.endsWith("/") ? master.substring(0, master.length() - 1) : master;
  }

  private static Config config(KubeAccess access, KubeTimes times) throws IOException {
    ConfigBuilder builder =
        switch (access) {
          case KubeAccess.Kubeconfig(var file) ->
              new ConfigBuilder(Config.fromKubeconfig(file.toFile()));
          case KubeAccess.Server(String url, var caFile, var tokenFile) -> {
            ConfigBuilder server = new ConfigBuilder(Config.empty()).withMasterUrl(url);
            if (caFile != null) {
              check(caFile);
              server.withCaCertFile(caFile.toString());
            }
            if (tokenFile != null) {
              server.withOauthTokenProvider(new TokenFile(tokenFile));
            }
            yield server;
          }
        };
    return builder
        .withConnectionTimeout((int) times.connect())
        .withRequestTimeout((int) times.answer())
        .withRequestRetryBackoffLimit(0)
        .withHttp2Disable(true)
        .withUserAgent("starling-speaker")
        .build();
  }

  /** fabric8 would take a file without a certificate for none. */
  private static void check(Path caFile) throws IOException {
    if (!Files.readString(caFile).contains(CERTIFICATE)) {
      throw new IOException(caFile + " has no certificate");
    }
  }

  /** For a client of fabric8 of one's own; its requests are not counted. */
  public Config config() {
    return config;
  }

  /** For requests of one's own; they are counted. */
  public HttpClient http() {
    return http;
  }

  /** The address of a path of the API, which begins with a slash. */
  public String uri(String path) {
    return url + path;
  }

  /** How many requests were made, by verb, in the words of RBAC. */
  public SortedMap<String, Long> requests() {
    return requests.byVerb();
  }

  /** To parse what the server sends. */
  JsonFactory json() {
    return json;
  }

  /**
   * The body of the answer to a GET. To be closed.
   *
   * @param silenceMillis how long it may fall silent
   * @param wholeMillis how long it may take until its end; 0 for ever
   * @throws RefusedException if the server refuses
   * @throws IOException if it does not answer, or the thread is interrupted
   */
  InputStream get(String path, long silenceMillis, long wholeMillis) throws IOException {
    ChunkStream stream = new ChunkStream(silenceMillis, wholeMillis);
    // The JDK's time limit ends with the head of the answer: a watch may last.
    HttpRequest request =
        http.newHttpRequestBuilder()
            .uri(uri(path))
            .header("Accept", "application/json")
            .timeout(times.answer(), TimeUnit.MILLISECONDS)
            .build();
    HttpResponse<AsyncBody> response = send(request, stream);
    if (response.isSuccessful()) {
      return stream;
    }
    try (stream) {
      throw new RefusedException(refusal(response, stream));
    }
  }

  /** The head of the answer to a request; {@code stream} is its body. */
  HttpResponse<AsyncBody> send(HttpRequest request, ChunkStream stream) throws IOException {
    CompletableFuture<HttpResponse<AsyncBody>> answer;
    try {
      answer = http.consumeBytes(request, stream::arrived);
    } catch (IllegalArgumentException _) {
      throw unsendable();
    }
    HttpResponse<AsyncBody> response = await(answer);
    stream.begin(response.body());
    return response;
  }

  /** Without a cause: its text has the token in it. */
  private static IOException unsendable() {
    return new IOException("the token has a character that it cannot be sent with");
  }

  private HttpResponse<AsyncBody> await(CompletableFuture<HttpResponse<AsyncBody>> answer)
      throws IOException {
    try {
      return answer.get(times.connect() + times.answer(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IllegalArgumentException) {
        throw unsendable();
      }
      throw new IOException(reason(e.getCause() == null ? e : e.getCause()), e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("no answer", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("closed");
    }
  }

  private ApiStatus refusal(HttpResponse<AsyncBody> response, InputStream stream) {
    String body;
    try {
      body = new String(stream.readNBytes(REFUSAL_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      body = "";
    }
    ApiStatus status = ApiStatus.ofBody(json, response.code(), body);
    String header = response.header(RETRY_AFTER);
    int seconds = header == null ? 0 : secondsOf(header);
    return seconds == 0 ? status : new ApiStatus(status.code(), status.text(), seconds);
  }

  private static int secondsOf(String header) {
    return header.matches("\\d{1,6}") ? Integer.parseInt(header) : 0;
  }

  /** What went wrong, in one line. */
  static String reason(Throwable why) {
    if (why instanceof JsonEOFException) {
      return "the answer broke off";
    }
    if (why instanceof JsonProcessingException) {
      return "the answer is not what it should be";
    }
    Throwable root = why;
    Throwable cause = root.getCause();
    for (int depth = 0; depth < CAUSES_MAX && cause != null && saysLess(root, cause); depth++) {
      root = cause;
      cause = root.getCause();
    }
    String text = root.getMessage();
    return ApiStatus.oneLine(
        text == null || text.isBlank() ? root.getClass().getSimpleName() : text);
  }

  private static boolean saysLess(Throwable why, Throwable cause) {
    String text = why.getMessage();
    return text == null || text.isBlank() || text.startsWith(cause.getClass().getName());
  }

  @Override
  public void close() {
    http.close();
  }
}
