package dev.starling.speaker.core;

import org.jspecify.annotations.Nullable;

/**
 * Who may claim, by what the view has become.
 *
 * @param members how many expected nodes are in the view
 * @param confirmed how many of them have described themselves in this very view, this one included:
 *     while a split settles there are views with members that are long out of reach
 * @param expected how many nodes are expected
 * @param witnessed whether a witness answers, and everybody who was there has had the time to
 *     object
 * @param largerHeard whether a larger group was heard
 * @param young whether the view is so young that members may not have described themselves in it
 *     yet, and came while the permit was held
 * @param fresh whether it is so new that members of a majority may not have spoken yet, and this
 *     speaker came with a permit or from a majority
 */
record Standing(
    int members,
    int confirmed,
    int expected,
    boolean witnessed,
    boolean largerHeard,
    boolean young,
    boolean fresh) {
  boolean majority() {
    return 2 * confirmed > expected;
  }

  /** Whether it is silent for the sake of a larger group; a majority is the larger one. */
  boolean yields() {
    return largerHeard && !majority();
  }

  /** Whether even all members together are no majority. */
  boolean isOutnumbered() {
    return 2 * members <= expected;
  }

  /** Whether time alone will make it ask. */
  boolean mustAskSoon() {
    return !majority() && !mustAsk();
  }

  /** Whether whoever is missing may have a majority, or claim what this side claims. */
  boolean mustAsk() {
    return !majority() && (isOutnumbered() || !fresh);
  }

  boolean isAlone() {
    return members <= 1 && expected > 1;
  }

  /** Why IPs of this policy are claimed by nobody on this side; null if they may be. */
  @Nullable Silence silence(boolean unique) {
    if (yields()) {
      return Silence.YIELDING;
    }
    if (unique) {
      return majority() ? null : Silence.NO_MAJORITY;
    }
    return isAlone() && !witnessed ? Silence.ISOLATED : null;
  }

  /**
   * Whether an owner keeps an IP of this policy for a moment, though nobody could claim it anew.
   */
  boolean keeps(boolean unique) {
    return unique && young && !yields() && 2 * members > expected;
  }
}
