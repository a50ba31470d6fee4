package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import dev.starling.membership.MemberId;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/*
 * The order of a planned move. The others act by a description as soon as they have it, and say so.
 * This speaker acts by the part of it that takes something away at once, before anybody else knows,
 * and by the part that gives it something only when all others have acted: the old owner is silent
 * before the new one speaks. A drain is the exception, made before broken: this speaker goes on
 * answering until its heirs have taken over. Whoever does not confirm in time is not waited for.
 */

/** What this speaker tells of itself, and which part of it is already in effect. */
final class OwnDescription {
  /**
   * How long the others may take to act before this speaker takes what is its own. A kernel that
   * has given up a neighbour asks for it once a second (RFC 4861, section 10, RETRANS_TIMER), and
   * keeps for as long what is to be said to it.
   */
  static final long GAIN_NANOS = 1_250_000_000L;

  /** How long the others may take to take over before a drain is over. */
  static final long DRAIN_NANOS = 1_000_000_000L;

  /** How long to wait for confirmations before the same is said again. */
  static final long REPEAT_NANOS = 250_000_000L;

  /** How often it is said again in one view, at most. */
  private static final int REPEATS_MAX = 40;

  private final SortedSet<MemberId> unconfirmed = new TreeSet<>();
  private Description wanted = Description.UNKNOWN;
  private Description effective = Description.UNKNOWN;
  private long sequence;
  private long barrierNanos = NEVER;
  private long repeatNanos = NEVER;
  private int repeatsLeft;
  private int missing;

  /** What the others are told. */
  Description wanted() {
    return wanted;
  }

  /** What this speaker acts by. */
  Description effective() {
    return effective;
  }

  long sequence() {
    return sequence;
  }

  /** How many members have not confirmed the last description. */
  int unconfirmed() {
    return unconfirmed.size();
  }

  /** How many of those who were awaited had not confirmed when it took effect. */
  int missing() {
    return missing;
  }

  /** Whether this speaker gives up what it has, and has not yet. */
  boolean isHandingOver() {
    return wanted.draining() && !effective.draining();
  }

  /** Whether everything that was told is in effect. */
  boolean isInEffect() {
    return effective.equals(wanted);
  }

  /** When there is something to do without a confirmation. */
  long deadlineNanos() {
    return Instants.earlier(barrierNanos, repeatNanos);
  }

  /** Whether it is time to say the same once more: somebody has not confirmed it. */
  boolean takeRepetition(long nowNanos) {
    if (!Instants.hasCome(repeatNanos, nowNanos)) {
      return false;
    }
    repeatsLeft--;
    repeatNanos = repeatsLeft > 0 ? nowNanos + REPEAT_NANOS : NEVER;
    return true;
  }

  /** Describes this speaker anew to {@code others}; true if that is a change to be sent. */
  boolean describe(Description now, Collection<MemberId> others, long nowNanos) {
    if (now.equals(wanted)) {
      return false;
    }
    // A drain that is called off: somebody may have taken over already, so this is a gain.
    boolean calledOff = wanted.draining() && !now.draining();
    wanted = now;
    SortedSet<String> kept = new TreeSet<>(effective.usableLinks());
    kept.retainAll(now.usableLinks());
    effective =
        new Description(
            effective.settled() && now.settled(), effective.draining() || calledOff, kept);
    tell(others, nowNanos);
    return true;
  }

  /** Nothing of what this speaker was is in effect until the others have confirmed it anew. */
  void startOver() {
    effective = new Description(false, effective.draining(), effective.usableLinks());
  }

  /** A new view: all of {@code others} are told again, and waited for if there is a reason. */
  void tell(Collection<MemberId> others, long nowNanos) {
    sequence++;
    unconfirmed.clear();
    unconfirmed.addAll(others);
    repeatNanos = unconfirmed.isEmpty() ? NEVER : nowNanos + REPEAT_NANOS;
    repeatsLeft = REPEATS_MAX;
    long patience = isHandingOver() ? DRAIN_NANOS : GAIN_NANOS;
    barrierNanos = isInEffect() ? NEVER : nowNanos + patience;
  }

  /** {@code member} acts by the description {@code number}. */
  void confirmed(MemberId member, long number) {
    if (number == sequence) {
      unconfirmed.remove(member);
      repeatNanos = unconfirmed.isEmpty() ? NEVER : repeatNanos;
    }
  }

  /**
   * Takes the rest into effect if nobody of {@code awaited} is waited for any longer; true if that
   * changed it.
   */
  boolean takeEffect(Collection<MemberId> awaited, long nowNanos) {
    if (isInEffect()) {
      barrierNanos = NEVER;
      return false;
    }
    SortedSet<MemberId> left = new TreeSet<>(awaited);
    left.retainAll(unconfirmed);
    missing = left.size();
    if (missing > 0 && !Instants.hasCome(barrierNanos, nowNanos)) {
      return false;
    }
    effective = wanted;
    barrierNanos = NEVER;
    return true;
  }
}
