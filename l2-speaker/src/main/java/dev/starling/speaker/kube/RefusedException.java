package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiStatus;
import java.io.IOException;

/** The API server answers, and refuses what was asked for. */
public final class RefusedException extends IOException {
  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;
  private static final int TIMEOUT = 408;
  private static final int THROTTLED = 429;

  private final transient ApiStatus status;

  RefusedException(ApiStatus status) {
    super(
        status.text().startsWith(Integer.toString(status.code()))
            ? status.text()
            : status.code() + " " + status.text());
    this.status = status;
  }

  /** Why. */
  public ApiStatus status() {
    return status;
  }

  /** Whether asking again is of no use until a person does something: rights are missing, say. */
  boolean isFinal() {
    int code = status.code();
    return code >= CLIENT_ERRORS && code < SERVER_ERRORS && code != TIMEOUT && code != THROTTLED;
  }
}
