package dev.starling.speaker.core;

import java.util.List;

/** The speaker's state as one word, and since when; and the same for the permit. */
final class StateClock {
  private SpeakerState state = SpeakerState.SETTLING;
  private String why = "started";
  private long sinceNanos;
  private boolean permitHeld = true;
  private long permitNanos;

  StateClock(long nowNanos) {
    sinceNanos = nowNanos;
    permitNanos = nowNanos;
  }

  SpeakerState state() {
    return state;
  }

  String why() {
    return why;
  }

  long ageMillis(long nowNanos) {
    return Instants.millisBetween(sinceNanos, nowNanos);
  }

  /** The state is now {@code next}; a note if it was another. */
  List<Note> update(SpeakerState next, String reason, long nowNanos) {
    why = reason;
    if (next == state) {
      return List.of();
    }
    var note =
        new Note.StateChanged(state, next, reason, Instants.millisBetween(sinceNanos, nowNanos));
    state = next;
    sinceNanos = nowNanos;
    return List.of(note);
  }

  /**
   * The permit is held or not; a note if that is new.
   *
   * @param settled before that nothing is answered for, and members that have just met flap
   */
  List<Note> permit(boolean held, boolean settled, long nowNanos) {
    if (held == permitHeld) {
      return List.of();
    }
    var note = new Note.PermitChanged(held, Instants.millisBetween(permitNanos, nowNanos));
    permitHeld = held;
    permitNanos = nowNanos;
    return settled ? List.of(note) : List.of();
  }
}
