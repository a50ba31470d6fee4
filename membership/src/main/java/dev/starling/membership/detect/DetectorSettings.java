package dev.starling.membership.detect;

import java.time.Duration;

/**
 * How fast, and how sure. The same on every member: a lease rests on the observers' timeout.
 *
 * @param intervalNanos between two probes of one subject. Shorter: steadier leases, more datagrams
 * @param timeoutNanos of silence until an observer reports. Shorter: faster failover, more false
 *     ones on busy nodes
 * @param marginNanos how long before the earliest possible report a lease ends
 * @param observers how many members watch each member, at most
 * @param verifyNanos how long a member may take to answer after a hint that it has crashed
 * @param lateNanos how long an answer may take until its sender is knocked for. Shorter: a killed
 *     process is found sooner, for more knocks at busy ones
 */
public record DetectorSettings(
    long intervalNanos,
    long timeoutNanos,
    long marginNanos,
    int observers,
    long verifyNanos,
    long lateNanos) {
  /** Refuses settings under which no lease could ever be held. */
  public DetectorSettings {
    if (intervalNanos <= 0 || marginNanos < 0 || verifyNanos <= 0 || lateNanos <= 0) {
      throw new IllegalArgumentException("intervals are positive");
    }
    if (timeoutNanos - marginNanos < 3 * intervalNanos) {
      throw new IllegalArgumentException("timeout less margin is at least three intervals");
    }
    if (observers < 1) {
      throw new IllegalArgumentException("at least one observer");
    }
  }

  /** 50 ms, 200 ms, 20 ms, four observers, 12 ms, 4 ms. */
  public static DetectorSettings standard() {
    return of(Duration.ofMillis(50), Duration.ofMillis(200), 4);
  }

  /** With a margin of a tenth of the timeout. */
  public static DetectorSettings of(Duration interval, Duration timeout, int observers) {
    return new DetectorSettings(
        interval.toNanos(),
        timeout.toNanos(),
        timeout.toNanos() / 10,
        observers,
        Duration.ofMillis(12).toNanos(),
        Duration.ofMillis(4).toNanos());
  }
}
