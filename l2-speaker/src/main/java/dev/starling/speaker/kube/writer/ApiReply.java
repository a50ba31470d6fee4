package dev.starling.speaker.kube.writer;

/**
 * The answer to a request.
 *
 * @param code an HTTP status
 * @param retryAfter the header of that name, or empty
 * @param body as far as it was read
 */
public record ApiReply(int code, String retryAfter, String body) {
  /** The most that is read of a body, in bytes. */
  public static final int BODY_BYTES_MAX = 64 << 10;

  /** Without the body. */
  @Override
  public String toString() {
    return Integer.toString(code);
  }
}
