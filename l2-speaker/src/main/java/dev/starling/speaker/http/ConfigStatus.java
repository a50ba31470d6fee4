package dev.starling.speaker.http;

import java.time.Instant;
import java.util.List;

/**
 * The configuration in force.
 *
 * @param file where it comes from
 * @param loadedAt when it was taken up
 * @param faults why a later one was refused, each in one line; empty if the last one read is in
 *     force
 */
public record ConfigStatus(String file, Instant loadedAt, List<String> faults) {
  /** Copies the list. */
  public ConfigStatus {
    faults = List.copyOf(faults);
  }
}
