package dev.starling.speaker.core;

import dev.starling.membership.Membership;
import dev.starling.membership.View;

/**
 * Whether this side of a healing split falls silent before the common view is there: it does when
 * it hears a larger group, so that the two are never heard at once. It waits two seconds at most,
 * and once for each view.
 */
final class Yielding {
  /** How long to be silent for the sake of a group that was heard. */
  static final long PATIENCE_NANOS = 2_000_000_000L;

  private boolean tried;
  private long untilNanos = Instants.NEVER;

  /** A new view ends it. */
  void viewInstalled() {
    tried = false;
    untilNanos = Instants.NEVER;
  }

  /** Somebody outside of {@code view} was heard; {@code majority} is whether we have one. */
  void outsiderHeard(Membership.Outsider outsider, View view, boolean majority, long nowNanos) {
    if (!tried && !majority && isLarger(outsider, view)) {
      tried = true;
      untilNanos = nowNanos + PATIENCE_NANOS;
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
