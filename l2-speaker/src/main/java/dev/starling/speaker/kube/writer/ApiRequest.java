package dev.starling.speaker.kube.writer;

/**
 * A request to the API server.
 *
 * @param method of HTTP
 * @param path with its query
 * @param contentType of the body
 * @param body JSON
 */
public record ApiRequest(String method, String path, String contentType, String body) {
  /** Without the body, which may be a key. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}
