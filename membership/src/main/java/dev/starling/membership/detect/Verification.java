package dev.starling.membership.detect;

/** Quick probes after a hint that a member has crashed: it has until the deadline to answer one. */
final class Verification {
  private static final int PROBES = 3;

  private final long gapNanos;
  private final long firstProbe;
  private long nextProbeNanos;
  private int probesLeft = PROBES;
  private long deadlineNanos;

  /**
   * @param lastProbe the number of the last probe before this verification: an answer to an older
   *     one proves nothing
   */
  Verification(long lastProbe, long verifyNanos, long nowNanos) {
    firstProbe = lastProbe + 1;
    gapNanos = verifyNanos / PROBES;
    nextProbeNanos = nowNanos;
    deadlineNanos = nowNanos + verifyNanos;
  }

  boolean isAnsweredBy(long number) {
    return number >= firstProbe;
  }

  /** Whether a probe is to be sent now; call until it says no. */
  boolean takeProbe(long nowNanos) {
    if (probesLeft == 0 || nextProbeNanos - nowNanos > 0) {
      return false;
    }
    probesLeft--;
    nextProbeNanos = nowNanos + gapNanos;
    return true;
  }

  boolean hasFailed(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  /** We were not running for {@code nanos}: the answer may wait in our socket. */
  void extend(long nanos) {
    deadlineNanos += nanos;
  }

  long nextDeadlineNanos() {
    return probesLeft > 0 && nextProbeNanos - deadlineNanos < 0 ? nextProbeNanos : deadlineNanos;
  }
}
