package dev.starling.speaker.kube;

import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells once when there is no news from the API server, and once when there is again, whatever the
 * number of kinds that are watched. Apart from that it tells of each kind once that the server
 * refuses it: what is forbidden for good must not hide that the server is away. Of any thread.
 */
final class ApiHealth {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHealth.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Supplier<String> meanwhile;

  /** The kinds without news. */
  private final TreeSet<String> lost = new TreeSet<>();

  /** The kinds that were refused when the server last answered. */
  private final TreeSet<String> refused = new TreeSet<>();

  private long lostNanos;

  /** {@code meanwhile} says what becomes of all that hangs on the news. */
  ApiHealth(Supplier<String> meanwhile) {
    this.meanwhile = meanwhile;
  }

  /** The server is not heard on {@code kind}. */
  synchronized void lost(String kind, String why, long nowNanos) {
    if (lost.isEmpty()) {
      lostNanos = nowNanos;
      LOG.warn("no news from the Kubernetes API ({}: {}); {}", kind, why, meanwhile.get());
    }
    lost.add(kind);
  }

  /** The server answers, and refuses {@code kind}. */
  synchronized void refused(String kind, String why, long nowNanos) {
    answered(kind, nowNanos);
    if (refused.add(kind)) {
      LOG.warn("the Kubernetes API refuses {}: {}; {}", kind, why, meanwhile.get());
    }
  }

  /** All is well with {@code kind}. */
  synchronized void heard(String kind, long nowNanos) {
    if (refused.remove(kind)) {
      LOG.info("the Kubernetes API refuses {} no longer", kind);
    }
    answered(kind, nowNanos);
  }

  private void answered(String kind, long nowNanos) {
    if (lost.remove(kind) && lost.isEmpty()) {
      long millis = (nowNanos - lostNanos) / NANOS_PER_MILLI;
      LOG.info("news from the Kubernetes API again after {} ms", millis);
    }
  }
}
