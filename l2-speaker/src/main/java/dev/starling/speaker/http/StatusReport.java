package dev.starling.speaker.http;

import dev.starling.speaker.core.SpeakerStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that {@code /status} tells.
 *
 * @param version of the program
 * @param uptimeMillis since the start
 * @param time now
 * @param speaker the core's state
 * @param membership what the membership tells, as text, numbers, flags, lists and maps of such
 * @param kubernetes what is known of the cluster, in the same forms; empty without one
 * @param config the configuration in force
 * @param scheduling "normal", "realtime", or why that was refused
 */
public record StatusReport(
    String version,
    long uptimeMillis,
    Instant time,
    SpeakerStatus speaker,
    SortedMap<String, Object> membership,
    SortedMap<String, Object> kubernetes,
    ConfigStatus config,
    String scheduling) {
  /** Copies the maps. */
  public StatusReport {
    kubernetes = Collections.unmodifiableSortedMap(new TreeMap<>(kubernetes));
    membership = Collections.unmodifiableSortedMap(new TreeMap<>(membership));
  }
}
