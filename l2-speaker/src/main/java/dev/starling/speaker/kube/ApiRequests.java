package dev.starling.speaker.kube;

import dev.starling.speaker.kube.writer.ApiCalls;
import dev.starling.speaker.kube.writer.ApiReply;
import dev.starling.speaker.kube.writer.ApiRequest;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends what the writer has to send. */
final class ApiRequests implements ApiCalls {
  private final ApiConnection api;
  private final KubeTimes times;

  ApiRequests(ApiConnection api, KubeTimes times) {
    this.api = api;
    this.times = times;
  }

  @Override
  public ApiReply send(ApiRequest request) throws IOException {
    HttpRequest http =
        api.http()
            .newHttpRequestBuilder()
            .uri(api.uri(request.path()))
            .header("Accept", "application/json")
            .timeout(times.answer(), TimeUnit.MILLISECONDS)
            .method(request.method(), request.contentType(), request.body())
            .build();
    ChunkStream stream = new ChunkStream(times.answer());
    HttpResponse<AsyncBody> response = api.send(http, stream);
    @Nullable String retryAfter = response.header(ApiConnection.RETRY_AFTER);
    return new ApiReply(response.code(), retryAfter == null ? "" : retryAfter, text(stream));
  }

  /** An answer whose body breaks off is an answer still: the write has happened, or has not. */
  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readNBytes(ApiReply.BODY_BYTES_MAX), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
