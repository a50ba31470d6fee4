package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import java.util.List;

/** A drain from its beginning to its end, and the leaving that may follow it. */
final class Departure {
  /** How long a speaker stays after it handed over: the last of two must have asked its witness. */
  private static final long LINGER_NANOS = 100_000_000L;

  private boolean draining;
  private boolean leaving;
  private boolean drained;
  private boolean left;
  private long beganNanos;
  private long leaveNanos = NEVER;

  /** The speaker is to end. */
  void leave() {
    leaving = true;
  }

  boolean isLeaving() {
    return leaving;
  }

  boolean isDraining() {
    return draining;
  }

  boolean isDrained() {
    return drained;
  }

  boolean hasLeft() {
    return left;
  }

  /** Whether the configuration wants a drain now. */
  void update(boolean wanted, long nowNanos) {
    boolean next = leaving || wanted;
    if (next && !draining) {
      beganNanos = nowNanos;
      drained = false;
    }
    draining = next;
  }

  /** Handing over is in effect: a note, the first time. */
  List<Note> handedOver(int unconfirmed, int unowned, long nowNanos) {
    if (drained) {
      return List.of();
    }
    drained = true;
    return List.of(
        new Note.DrainFinished(unconfirmed, unowned, Instants.millisBetween(beganNanos, nowNanos)));
  }

  /** Whether to leave now; said once. */
  boolean takeLeave(boolean alone, long nowNanos) {
    if (leaving && drained && leaveNanos == NEVER && !left) {
      leaveNanos = alone ? nowNanos : nowNanos + LINGER_NANOS;
    }
    if (!Instants.hasCome(leaveNanos, nowNanos)) {
      return false;
    }
    return leaveAtOnce();
  }

  /** Leaves without having been in a group; said once. */
  boolean leaveAtOnce() {
    boolean first = !left;
    left = true;
    leaveNanos = NEVER;
    return first;
  }

  long deadlineNanos() {
    return leaveNanos;
  }
}
