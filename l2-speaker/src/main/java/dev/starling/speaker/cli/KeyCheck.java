package dev.starling.speaker.cli;

import org.jspecify.annotations.Nullable;

/** The rule for keys. */
public interface KeyCheck {
  /** What is wrong with a key and what would be right, in one line; or null. */
  @Nullable String faultOf(String keyText);
}
