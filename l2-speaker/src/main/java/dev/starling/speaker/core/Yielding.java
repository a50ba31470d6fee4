package dev.starling.speaker.core;

import dev.starling.membership.Membership;
import dev.starling.membership.View;

/**
 * Whether this side of a healing split falls silent before the common view is there: it does when
 * it hears a larger group, so that the two are never heard at once. It goes on for as long as that
 * group is heard, for a merge may take long where processors are short, but half a minute at most.
 * A group that is heard anew after a time is yielded to anew.
 */
final class Yielding {
  /** How long to be silent for the sake of a group that was heard, and is heard no more. */
  static final long PATIENCE_NANOS = 2_000_000_000L;

  /** When to stop hoping for a common view. */
  static final long LIMIT_NANOS = 30_000_000_000L;

  private long beganNanos = Instants.NEVER;
  private long heardNanos = Instants.NEVER;
  private long untilNanos = Instants.NEVER;

  /** A new view ends it. */
  void viewInstalled() {
    beganNanos = Instants.NEVER;
    untilNanos = Instants.NEVER;
  }

  /** Somebody outside of {@code view} was heard; {@code majority} is whether we have one. */
  void outsiderHeard(Membership.Outsider outsider, View view, boolean majority, long nowNanos) {
    if (majority || !isLarger(outsider, view)) {
      return;
    }
    if (beganNanos == Instants.NEVER || nowNanos - heardNanos > PATIENCE_NANOS) {
      beganNanos = nowNanos;
    }
    heardNanos = nowNanos;
    long endNanos = beganNanos + LIMIT_NANOS;
    if (!Instants.hasCome(endNanos, nowNanos)) {
      untilNanos = Instants.earlier(nowNanos + PATIENCE_NANOS, endNanos);
    }
  }

  boolean isSilent(long nowNanos) {
    return untilNanos != Instants.NEVER && !Instants.hasCome(untilNanos, nowNanos);
  }

  long deadlineNanos() {
    return untilNanos;
  }

  /** Forgets a silence that is over. */
  void update(long nowNanos) {
    if (Instants.hasCome(untilNanos, nowNanos)) {
      untilNanos = Instants.NEVER;
    }
  }

  private static boolean isLarger(Membership.Outsider outsider, View view) {
    int size = view.members().size();
    return outsider.viewSize() != size
        ? outsider.viewSize() > size
        : outsider.view().creator().compareTo(view.id().creator()) < 0;
  }
}
