package dev.starling.speaker.kube;

import java.io.IOException;

/** Nothing was heard for as long as that is still no sign of trouble. */
final class SilentException extends IOException {
  SilentException(long millis) {
    super("nothing heard for " + millis + " ms");
  }
}
