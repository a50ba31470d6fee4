package dev.starling.speaker.metrics;

import dev.starling.speaker.core.SpeakerStatus;
import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the numbers come from. Each is asked once for each scrape, on the thread that scrapes, and
 * must not block. Counts only grow.
 *
 * @param status the core's state
 * @param answered frames answered, by link and address family
 * @param dropped frames not answered, by link and reason
 * @param announcements gratuitous frames sent
 * @param datagramsDropped datagrams refused, by reason
 * @param keyHolders members that hold a key, by its id
 * @param lost what was dropped since a queue was full, by kind
 * @param queueDepth events that wait for the loop
 * @param loopLagNanos how long the last event waited
 * @param kubernetes what is known of the cluster, or null for a speaker without one
 */
public record MetricSources(
    Supplier<SpeakerStatus> status,
    Supplier<List<Count>> answered,
    Supplier<List<Count>> dropped,
    LongSupplier announcements,
    Supplier<SortedMap<String, Long>> datagramsDropped,
    Supplier<SortedMap<String, Long>> keyHolders,
    Supplier<SortedMap<String, Long>> lost,
    LongSupplier queueDepth,
    LongSupplier loopLagNanos,
    Supplier<@Nullable KubernetesNumbers> kubernetes) {
  /**
   * A count of frames.
   *
   * @param link the link's name
   * @param label {@code arp} or {@code ndp}, or the reason
   * @param value how many since the start
   */
  public record Count(String link, String label, long value) {}
}
