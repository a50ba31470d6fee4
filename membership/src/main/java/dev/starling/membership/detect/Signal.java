package dev.starling.membership.detect;

import dev.starling.membership.MemberId;

/** What detectors say to one another. Lost, late and doubled signals do no harm. */
public sealed interface Signal {
  /**
   * An observer asks its subject for a sign of life.
   *
   * @param number to be returned in the {@link Ack}; rises with each probe
   * @param lastAck the highest number that the observer has seen acknowledged by this subject, or
   *     0: what the subject's lease rests on
   * @param accusing whether an alert of this observer on this subject may still be counted
   */
  record Probe(long number, long lastAck, boolean accusing) implements Signal {}

  /** The subject's answer to the probe {@code number}. */
  record Ack(long number) implements Signal {}

  /** An observer has heard nothing of {@code subject} for the timeout. */
  record Alert(MemberId subject) implements Signal {}

  /** The observer's alert on {@code subject} is over. */
  record Clear(MemberId subject) implements Signal {}

  /** The kernel of {@code subject}'s host says that nobody listens there any more. */
  record Hint(MemberId subject) implements Signal {}
}
