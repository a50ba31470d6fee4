package dev.starling.speaker.core;

import org.jspecify.annotations.Nullable;

/**
 * Who may claim, by what the view has become.
 *
 * @param members how many expected nodes are in the view
 * @param expected how many nodes are expected
 * @param witnessed whether a witness answers
 * @param yielding whether a larger group was heard
 */
record Standing(int members, int expected, boolean witnessed, boolean yielding) {
  boolean majority() {
    return 2 * members > expected;
  }

  boolean isAlone() {
    return members <= 1 && expected > 1;
  }

  /** Why IPs of this policy are claimed by nobody on this side; null if they may be. */
  @Nullable Silence silence(boolean unique) {
    if (yielding) {
      return Silence.YIELDING;
    }
    if (majority()) {
      return null;
    }
    if (unique) {
      return Silence.NO_MAJORITY;
    }
    return isAlone() && !witnessed ? Silence.ISOLATED : null;
  }
}
