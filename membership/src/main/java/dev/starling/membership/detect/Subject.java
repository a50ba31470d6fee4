package dev.starling.membership.detect;

import org.jspecify.annotations.Nullable;

/** What an observer knows of one member that it probes. */
final class Subject {
  /** When it last answered; at the start, when the watching began. */
  long lastAckNanos;

  /** The number of the last probe sent to it. */
  long lastProbe;

  /** The highest number that it has acknowledged, or 0. */
  long lastAck;

  /** Whether it has been silent for the timeout. */
  boolean silent;

  /**
   * Until when an alert of ours may still be counted by somebody; meaningful once silent was set.
   */
  long accusingUntilNanos;

  /** Whether {@link #accusingUntilNanos} means anything. */
  boolean accused;

  /** Rounds of probes since it fell silent. */
  int roundsSilent;

  /** For a roll call only: when to stop probing it. Not meaningful for one of ours. */
  long borrowedUntilNanos;

  /** Whether it is probed for a roll call and not as one of our own subjects. */
  boolean borrowed;

  /** Whether it lives after a hint that it has crashed; null where nobody asks. */
  @Nullable Verification verification;

  /**
   * @param lastProbe the highest number used for anybody so far: a member that we watch again must
   *     not see numbers that it has seen before
   */
  Subject(long lastProbe, long nowNanos) {
    this.lastProbe = lastProbe;
    lastAckNanos = nowNanos;
  }

  boolean isBeingVerified() {
    return verification != null;
  }

  /** Of its silence {@code nanos} were ours. */
  void forgive(long nanos, long nowNanos) {
    long forgiven = lastAckNanos + nanos;
    lastAckNanos = forgiven - nowNanos > 0 ? nowNanos : forgiven;
  }

  /** Whether it is from now on, and was not until now, silent for {@code timeoutNanos}. */
  boolean fallsSilent(long nowNanos, long timeoutNanos) {
    if (silent || nowNanos - lastAckNanos < timeoutNanos) {
      return false;
    }
    silent = true;
    roundsSilent = 0;
    return true;
  }

  Signal.Probe nextProbe(long nowNanos) {
    lastProbe++;
    return new Signal.Probe(lastProbe, lastAck, isAccusing(nowNanos));
  }

  private boolean isAccusing(long nowNanos) {
    return accused && (silent || accusingUntilNanos - nowNanos > 0);
  }
}
