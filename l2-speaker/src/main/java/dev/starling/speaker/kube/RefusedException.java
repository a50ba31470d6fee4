package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiStatus;
import java.io.IOException;

/** The API server answers, and refuses what was asked for. */
public final class RefusedException extends IOException {
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
}
