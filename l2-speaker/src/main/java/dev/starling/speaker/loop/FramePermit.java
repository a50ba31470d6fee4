package dev.starling.speaker.loop;

import java.util.function.LongSupplier;

/**
 * Until when frames may be sent. Whoever is alone has a permit without an end, for there is nobody
 * who could take it for dead; but while its process is paused somebody may claim what it owns, and
 * its capture answers what has piled up before the loop has looked. So that permit ends unless the
 * loop goes on turning.
 */
final class FramePermit implements LongSupplier {
  /** How long the loop may stand still: twice its longest rest. */
  static final long LONE_NANOS = 500_000_000L;

  private final LongSupplier ofGroup;
  private volatile long turnedNanos;

  /**
   * A permit of a loop that begins now.
   *
   * @param ofGroup until when the group permits it; {@link Long#MAX_VALUE} for always
   */
  FramePermit(LongSupplier ofGroup, long nowNanos) {
    this.ofGroup = ofGroup;
    this.turnedNanos = nowNanos;
  }

  /** Until when the group permits it; {@link Long#MAX_VALUE} for always. */
  long ofGroupNanos() {
    return ofGroup.getAsLong();
  }

  /** The loop has done what there was to do. */
  void turned(long nowNanos) {
    turnedNanos = nowNanos;
  }

  @Override
  public long getAsLong() {
    long until = ofGroup.getAsLong();
    return until == Long.MAX_VALUE ? turnedNanos + LONE_NANOS : until;
  }
}
