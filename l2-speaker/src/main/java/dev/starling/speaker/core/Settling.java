package dev.starling.speaker.core;

/**
 * When a speaker knows enough to claim. It has settled when the view covers every expected node; or
 * when the settle time has passed and nobody outside of the view was heard; or, where somebody is
 * heard but no common view comes about, two seconds after that.
 */
final class Settling {
  /** How much longer to wait for a common view with somebody who was heard. */
  static final long HEARD_NANOS = 2_000_000_000L;

  private final long settleNanos;
  private boolean settled;
  private boolean begun;
  private long sinceNanos;
  private boolean heard;

  Settling(long settleNanos) {
    this.settleNanos = settleNanos;
  }

  boolean isSettled() {
    return settled;
  }

  /** Starts over. */
  void begin(long nowNanos) {
    settled = false;
    begun = true;
    sinceNanos = nowNanos;
    heard = false;
  }

  /** Somebody outside of the view was heard. */
  void outsiderHeard() {
    heard = true;
  }

  /** A view is in force: whoever was heard may be in it. */
  void viewInstalled(long nowNanos) {
    heard = false;
    if (!begun) {
      begin(nowNanos);
    }
  }

  /**
   * Looks whether it has settled.
   *
   * @param complete whether the view covers every expected node and all members are known
   */
  void update(boolean complete, long nowNanos) {
    if (!settled && begun && (complete || Instants.hasCome(endNanos(), nowNanos))) {
      settled = true;
    }
  }

  /** When the waiting ends at the latest. */
  long deadlineNanos() {
    return settled || !begun ? Instants.NEVER : endNanos();
  }

  private long endNanos() {
    return sinceNanos + settleNanos + (heard ? HEARD_NANOS : 0);
  }
}
