package dev.starling.membership.detect;

import dev.starling.membership.MemberId;

/** What a detector wants done. */
public sealed interface Effect {
  /** Send {@code signal} to {@code to}: unreliably, at once. */
  record Send(MemberId to, Signal signal) implements Effect {}

  /**
   * Tell the group's membership protocol that {@code member} is gone. Repeated while it stays in
   * the view.
   *
   * @param lastHeardNanos when it last answered this member, or 0 where this one does not watch it
   * @param silent whether enough observers have said that they heard nothing of it for a timeout:
   *     it had no permit then; otherwise it may have one for as long as anybody observes it
   * @param first false for a repetition
   */
  record Suspect(MemberId member, long lastHeardNanos, boolean silent, boolean first)
      implements Effect {}

  /** Take the last {@link Suspect} of {@code member} back: it has answered. */
  record Unsuspect(MemberId member) implements Effect {}

  /** Ask the kernel of {@code member}'s host whether the process is there: an answer is late. */
  record Knock(MemberId member) implements Effect {}
}
