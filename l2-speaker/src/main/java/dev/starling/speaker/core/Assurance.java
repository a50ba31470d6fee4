package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Whether this speaker can trust that the others are gone, and not it itself: its permit, the
 * witness of its link, and a last call to whoever is missing.
 */
final class Assurance {
  /** How long after a suspicion the witness is asked although this speaker is not alone yet. */
  private static final long FORESIGHT_NANOS = 1_000_000_000L;

  /**
   * How long one who is alone waits before it claims, from when its witness answers: everybody who
   * is missing is hailed, and whoever was given up by mistake answers within this time.
   */
  private static final long LAST_CALL_NANOS = 30_000_000L;

  private final Witness witness = new Witness();
  private boolean permitHeld = true;
  private long suspicionUntilNanos = NEVER;
  private long lastCallNanos = NEVER;
  private boolean called;
  private boolean farewell;

  /** What the group looks like to one who may be alone. */
  record Company(boolean alone, boolean pair, boolean someoneDraining) {}

  void permitChanged(boolean held) {
    permitHeld = held;
  }

  boolean permitHeld() {
    return permitHeld;
  }

  void suspected(long nowNanos) {
    suspicionUntilNanos = nowNanos + FORESIGHT_NANOS;
  }

  /** A new view: {@code allSaidFarewell} is whether whoever is missing had drained before. */
  void viewInstalled(boolean allSaidFarewell) {
    farewell = allSaidFarewell;
    lastCallNanos = NEVER;
    called = false;
  }

  void witnessHeard(long nowNanos) {
    witness.heard(nowNanos);
  }

  boolean witnessAnswers() {
    return witness.answers();
  }

  /** Whether one who is alone may claim. */
  boolean isAssured() {
    return witness.answers() && called;
  }

  /** Whether the last call has gone out and still runs. */
  boolean isHailing() {
    return lastCallNanos != NEVER && !called;
  }

  /** Looks anew; the effects are questions to the witness and a call to the missing. */
  List<Effect> update(Company company, Collection<LinkState> links, long nowNanos) {
    if (Instants.hasCome(suspicionUntilNanos, nowNanos)) {
      suspicionUntilNanos = NEVER;
    }
    // Known before it counts: an answer takes longer than a claim should.
    boolean foresight =
        company.pair() && (suspicionUntilNanos != NEVER || company.someoneDraining());
    boolean needed = company.alone() || foresight || !permitHeld;
    List<Effect> effects = new ArrayList<>();
    for (String link : witness.update(needed, links, nowNanos)) {
      effects.add(new Effect.AskWitness(link));
    }
    if (!company.alone() || !witness.answers()) {
      lastCallNanos = NEVER;
    } else if (lastCallNanos == NEVER) {
      lastCallNanos = farewell ? nowNanos : nowNanos + LAST_CALL_NANOS;
      effects.add(new Effect.Hail());
    }
    called = Instants.hasCome(lastCallNanos, nowNanos);
    return effects;
  }

  long deadlineNanos() {
    return Instants.earlier(called ? NEVER : lastCallNanos, witness.deadlineNanos());
  }
}
