package dev.starling.speaker.kube;

import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells once when there is no news from the API server, and once when there is again, whatever the
 * number of kinds that are watched. Of any thread.
 */
final class ApiHealth {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHealth.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Supplier<String> meanwhile;

  /** The kinds without news. */
  private final TreeSet<String> lost = new TreeSet<>();

  private long lostNanos;

  /** {@code meanwhile} says what becomes of all that hangs on the news. */
  ApiHealth(Supplier<String> meanwhile) {
    this.meanwhile = meanwhile;
  }

  synchronized void lost(String kind, String why, long nowNanos) {
    if (lost.isEmpty()) {
      lostNanos = nowNanos;
      LOG.warn("no news from the Kubernetes API ({}: {}); {}", kind, why, meanwhile.get());
    }
    lost.add(kind);
  }

  synchronized void heard(String kind, long nowNanos) {
    if (lost.remove(kind) && lost.isEmpty()) {
      long millis = (nowNanos - lostNanos) / NANOS_PER_MILLI;
      LOG.info("news from the Kubernetes API again after {} ms", millis);
    }
  }
}
