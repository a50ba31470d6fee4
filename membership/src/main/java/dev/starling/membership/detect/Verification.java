package dev.starling.membership.detect;

/**
 * Quick probes after a hint that a member has crashed. It has failed when none of them is answered,
 * not before each was sent and had its share of the time: a pause of ours is no silence of theirs.
 */
final class Verification {
  private static final int PROBES = 3;

  /** What is to be done at a moment. */
  enum Step {
    /** Nothing yet. */
    WAIT,
    /** Send one more probe. */
    PROBE,
    /** Take the member for dead. */
    FAIL
  }

  private final long gapNanos;
  private final long firstProbe;
  private long nextNanos;
  private int probesLeft = PROBES;
  private boolean pardoned;

  /**
   * @param lastProbe the number of the last probe before this verification: an answer to an older
   *     one proves nothing
   * @param verifyNanos how long it takes
   */
  Verification(long lastProbe, long verifyNanos, long nowNanos) {
    firstProbe = lastProbe + 1;
    gapNanos = verifyNanos / PROBES;
    nextNanos = nowNanos;
  }

  boolean isAnsweredBy(long number) {
    return number >= firstProbe;
  }

  /** What is due now. Whatever is, the next is due in the future. */
  Step step(long nowNanos) {
    long lateNanos = nowNanos - nextNanos;
    if (lateNanos < 0) {
      return Step.WAIT;
    }
    nextNanos = nowNanos + gapNanos;
    if (probesLeft > 0) {
      probesLeft--;
      return Step.PROBE;
    }
    // We were not running while the last answers came: they may wait in our socket. Once only, or
    // whoever is always late would never find anybody dead.
    if (lateNanos > gapNanos && !pardoned) {
      pardoned = true;
      return Step.PROBE;
    }
    return Step.FAIL;
  }

  /** When {@link #step} is due. */
  long nextNanos() {
    return nextNanos;
  }
}
