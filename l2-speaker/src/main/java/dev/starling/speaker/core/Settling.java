package dev.starling.speaker.core;

/**
 * When a speaker knows enough to claim. It has settled when the view covers every expected node; or
 * when the settle time has passed and nobody outside of the view was heard; or, where somebody is
 * heard but no common view comes about, two seconds after that.
 *
 * <p>There is a milder form for a speaker that lost its permit and then got a view with fewer
 * members. Either the others are gone, or it was cut off itself: what assures it of the first (its
 * witness answers, or a majority is with it) ends the waiting at once.
 */
final class Settling {
  /** How much longer to wait for a common view with somebody who was heard. */
  static final long HEARD_NANOS = 2_000_000_000L;

  private final long settleNanos;
  private boolean settled;
  private boolean begun;
  private long sinceNanos;
  private boolean heard;
  private boolean doubting;

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
    doubting = false;
  }

  /** Starts over in the milder form; one that is waiting already goes on. */
  void doubt(long nowNanos) {
    if (settled) {
      begin(nowNanos);
      doubting = true;
    }
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
   * @param assured whether it is not this speaker that is cut off
   */
  void update(boolean complete, boolean assured, long nowNanos) {
    boolean enough = complete || (doubting && assured) || Instants.hasCome(endNanos(), nowNanos);
    if (!settled && begun && enough) {
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
