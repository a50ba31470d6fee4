package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The members that this one probes: those that it observes, and for a roll call some more for a
 * while, since whether those who should confirm a report are there is found out by asking.
 */
final class Subjects {
  /** Members probed for a roll call at one time, at most. */
  private static final int BORROWED_MAX = 256;

  /** How many timeouts a roll call lasts. */
  private static final int BORROWED_TIMEOUTS = 3;

  private final long timeoutNanos;
  private final SortedMap<MemberId, Subject> probed = new TreeMap<>();
  private long highestProbe;

  Subjects(DetectorSettings settings) {
    timeoutNanos = settings.timeoutNanos();
  }

  /**
   * Observes {@code ours} from now on. Of all other {@code members} only those are still probed
   * that are being verified: whoever stopped asking would take their silence for death.
   */
  void observe(SortedSet<MemberId> ours, Collection<MemberId> members, long nowNanos) {
    probed.keySet().retainAll(members);
    probed.entrySet().removeIf(e -> !ours.contains(e.getKey()) && !e.getValue().isBeingVerified());
    probed.forEach(
        (member, subject) -> {
          if (!ours.contains(member) && !subject.borrowed) {
            subject.borrowed = true;
            subject.borrowedUntilNanos = nowNanos + BORROWED_TIMEOUTS * timeoutNanos;
          }
        });
    for (MemberId member : ours) {
      Subject known = probed.get(member);
      if (known == null || known.borrowed) {
        // What a roll call has found counts from anew: the member's lease trusts new observers for
        // as long as they could not report it.
        Subject fresh = new Subject(highestProbe, nowNanos);
        fresh.verification = known == null ? null : known.verification;
        probed.put(member, fresh);
      }
    }
  }

  /** Probes {@code member} for a roll call, if it is not probed anyhow and there is room. */
  void borrow(MemberId member, long nowNanos) {
    Subject known = probed.get(member);
    if (known == null) {
      if (probed.values().stream().filter(s -> s.borrowed).count() >= BORROWED_MAX) {
        return;
      }
      known = new Subject(highestProbe, nowNanos);
      known.borrowed = true;
      probed.put(member, known);
    }
    known.borrowedUntilNanos = nowNanos + BORROWED_TIMEOUTS * timeoutNanos;
  }

  /** Ends the roll calls that are over. */
  void endRollCalls(long nowNanos) {
    probed
        .values()
        .removeIf(s -> s.borrowed && !s.isBeingVerified() && nowNanos - s.borrowedUntilNanos > 0);
  }

  @Nullable Subject get(MemberId member) {
    return probed.get(member);
  }

  void forEach(BiConsumer<MemberId, Subject> action) {
    probed.forEach(action);
  }

  /** The next probe to {@code subject}. */
  Signal.Probe nextProbe(Subject subject, long nowNanos) {
    Signal.Probe next = subject.nextProbe(nowNanos);
    highestProbe = Math.max(highestProbe, next.number());
    return next;
  }

  /** The members that are observed. */
  SortedSet<MemberId> observed() {
    SortedSet<MemberId> ours = new TreeSet<>();
    probed.forEach(
        (member, subject) -> {
          if (!subject.borrowed) {
            ours.add(member);
          }
        });
    return ours;
  }

  /** Those observed members that have not answered the last probe. */
  SortedSet<MemberId> unanswered() {
    SortedSet<MemberId> late = new TreeSet<>();
    probed.forEach(
        (member, subject) -> {
          if (!subject.borrowed && subject.lastAck < subject.lastProbe) {
            late.add(member);
          }
        });
    return late;
  }

  boolean isSilent(MemberId member) {
    Subject subject = probed.get(member);
    return subject != null && subject.silent;
  }

  /** Silent for twice as long as an alert needs: where packets are lost, silence alone is cheap. */
  boolean isLost(MemberId member, long nowNanos) {
    Subject subject = probed.get(member);
    return subject != null && subject.silent && nowNanos - subject.lastAckNanos >= 2 * timeoutNanos;
  }

  /** When {@code member} last answered; 0 where it is not observed. */
  long lastHeardNanos(MemberId member) {
    Subject subject = probed.get(member);
    return subject == null || subject.borrowed ? 0 : subject.lastAckNanos;
  }

  /** The earlier of {@code elseNanos} and the next moment at which a subject falls silent. */
  long nextTimeoutNanos(long elseNanos) {
    long next = elseNanos;
    for (Subject subject : probed.values()) {
      long timeout = subject.lastAckNanos + timeoutNanos;
      if (!subject.silent && timeout - next < 0) {
        next = timeout;
      }
    }
    return next;
  }

  /** The earlier of {@code elseNanos} and the next moment at which a verification goes on. */
  long nextVerificationNanos(long elseNanos) {
    long next = elseNanos;
    for (Subject subject : probed.values()) {
      Verification running = subject.verification;
      if (running != null && running.nextNanos() - next < 0) {
        next = running.nextNanos();
      }
    }
    return next;
  }
}
