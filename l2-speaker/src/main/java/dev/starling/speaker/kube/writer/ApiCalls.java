package dev.starling.speaker.kube.writer;

import java.io.IOException;

/** The way to the API server. */
@FunctionalInterface
public interface ApiCalls {
  /**
   * Sends a request once and waits for its answer, for a bounded time.
   *
   * @throws IOException if there is none, or the thread is interrupted, which stays so
   */
  ApiReply send(ApiRequest request) throws IOException;
}
