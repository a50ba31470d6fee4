package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds dead members by asking a few of them for a sign of life, and tells this member until when
 * the others cannot have taken it for dead.
 *
 * <p>Each member is probed by up to K observers, round trip. One that is silent for the timeout is
 * reported to the first members of the view; with more than half of its observers reporting it is
 * suspected. A broken path between two members therefore changes nothing, and the cost for each
 * member does not grow with the view. A hint that a process has crashed shortens this: the member
 * is asked three times within milliseconds, and that decides.
 *
 * <p>Reads no clock: the caller passes the time, calls {@link #tick} when {@link
 * #nextDeadlineNanos} has come, and carries out the effects in order. Not thread-safe.
 */
public final class Detector {
  /**
   * How many members are told of an alert at first: whoever might have to act as coordinator. Twice
   * as many with each repetition, since in a split all of the first may be on the other side.
   */
  private static final int TOLD = 8;

  /** An open alert is repeated in every third round, so that a lost one is made good in time. */
  private static final int ALERT_ROUNDS = 3;

  private final MemberId self;
  private final DetectorSettings settings;
  private final Lease lease;
  private final Accusations accusations;
  private List<MemberId> members;
  private SortedMap<MemberId, SortedSet<MemberId>> observers = new TreeMap<>();
  private final Subjects subjects;
  private final RefutedHints refutedHints;
  private final Suspicions suspicions;
  private long nextRoundNanos;
  private long answersLateNanos;
  private boolean answersAwaited;
  private final PermitEnd permit = new PermitEnd();

  /** A detector in a view of itself alone. */
  public Detector(MemberId self, DetectorSettings settings) {
    this.self = self;
    this.settings = settings;
    subjects = new Subjects(settings);
    lease = new Lease(settings);
    accusations = new Accusations(settings);
    refutedHints = new RefutedHints(settings);
    suspicions = new Suspicions(settings);
    members = List.of(self);
  }

  /** The view now has these members, oldest first; self is among them. */
  public List<Effect> viewInstalled(List<MemberId> view, long nowNanos) {
    if (!view.contains(self)) {
      throw new IllegalStateException("a view without " + self + ": " + view);
    }
    boolean wasAlone = members.size() == 1;
    permit.cap();
    members = List.copyOf(view);
    observers = ObserverRings.of(members, settings.observers());
    SortedSet<MemberId> ours = new TreeSet<>();
    observers.forEach(
        (subject, watching) -> {
          if (watching.contains(self)) {
            ours.add(subject);
          }
        });
    subjects.observe(ours, members, nowNanos);
    accusations.retain(members);
    refutedHints.retain(members);
    suspicions.retain(members);
    lease.observedBy(observers.getOrDefault(self, new TreeSet<>()), nowNanos);
    if (wasAlone) {
      nextRoundNanos = nowNanos;
    }
    renewPermit(nowNanos);
    return tick(nowNanos);
  }

  /**
   * This member's owner acts by the view with these members from now on. Until then the permit is
   * the one of the view before, if that ends sooner: a lease that was lost must not come back with
   * a view before whoever answers has learnt what it may still answer for. Harmless for a view that
   * is not the last one.
   */
  public void viewTaken(List<MemberId> view, long nowNanos) {
    if (view.equals(members)) {
      permit.uncap();
      renewPermit(nowNanos);
    }
  }

  /** A signal has come; from whomever, each probe is acknowledged. */
  public List<Effect> received(MemberId from, Signal signal, long nowNanos) {
    List<Effect> effects = new ArrayList<>();
    switch (signal) {
      case Signal.Probe probe -> {
        lease.confirmed(from, probe);
        lease.acknowledged(from, probe.number(), nowNanos);
        renewPermit(nowNanos);
        effects.add(new Effect.Send(from, new Signal.Ack(probe.number())));
        if (suspicions.removeIfWithoutView(from)) {
          effects.add(new Effect.Unsuspect(from));
        }
      }
      case Signal.Ack(long number) -> acknowledged(from, number, nowNanos, effects);
      case Signal.Alert(MemberId subject) -> {
        if (!subject.equals(self) && members.containsAll(List.of(from, subject))) {
          accusations.add(subject, from, nowNanos);
          evaluate(subject, nowNanos, effects);
        }
      }
      case Signal.Clear(MemberId subject) -> {
        accusations.withdraw(subject, from);
        reconsider(subject, nowNanos, effects);
      }
      case Signal.Hint(MemberId subject) -> {
        if (members.containsAll(List.of(from, subject))) {
          verify(subject, nowNanos, effects);
        }
      }
    }
    return effects;
  }

  /** The kernel of {@code subject}'s host says that nobody listens at its address any more. */
  public List<Effect> portUnreachable(MemberId subject, long nowNanos) {
    List<Effect> effects = new ArrayList<>();
    if (members.contains(subject) && verify(subject, nowNanos, effects)) {
      tell(subject, new Signal.Hint(subject), TOLD, effects);
    }
    return effects;
  }

  /** The time {@link #nextDeadlineNanos} has come. Harmless at any other time. */
  public List<Effect> tick(long nowNanos) {
    if (members.size() == 1) {
      return List.of();
    }
    List<Effect> effects = new ArrayList<>();
    forgiveStall(nowNanos);
    boolean round = nowNanos - nextRoundNanos >= 0;
    subjects.endRollCalls(nowNanos);
    subjects.forEach((id, subject) -> watch(id, subject, round, nowNanos, effects));
    subjects.forEach((id, subject) -> continueVerification(id, subject, nowNanos, effects));
    if (round) {
      nextRoundNanos = nowNanos + settings.intervalNanos();
      answersLateNanos = nowNanos + settings.lateNanos();
      answersAwaited = true;
    } else if (answersAwaited && nowNanos - answersLateNanos >= 0) {
      answersAwaited = false;
      subjects.unanswered().forEach(id -> effects.add(new Effect.Knock(id)));
    }
    for (MemberId accused : accusations.accused(nowNanos)) {
      evaluate(accused, nowNanos, effects);
    }
    reviewSuspicions(nowNanos, effects);
    doubtWhoHasToAct(nowNanos, effects);
    return effects;
  }

  /** When {@link #tick} is due; {@link Long#MAX_VALUE} while there is nobody to watch. */
  public long nextDeadlineNanos() {
    if (members.size() == 1) {
      return Long.MAX_VALUE;
    }
    long next = subjects.nextVerificationNanos(watchDeadlineNanos());
    return answersAwaited ? earlier(next, answersLateNanos) : next;
  }

  private long watchDeadlineNanos() {
    return subjects.nextTimeoutNanos(nextRoundNanos);
  }

  /**
   * Until when this member may answer for its IPs; {@link Long#MAX_VALUE} in a view of one that was
   * {@linkplain #viewTaken taken}, where there is nobody to ask. Any other value is to be compared
   * by its difference from now: a permit that is not held lies in the past.
   */
  public long permitUntilNanos() {
    return permit.nanos();
  }

  /** Whom this member observes: for the crash hint's sockets. */
  public SortedSet<MemberId> subjects() {
    return subjects.observed();
  }

  private void renewPermit(long nowNanos) {
    permit.renew(lease.untilNanos(nowNanos));
  }

  /*
   * A pause of ours is no silence of theirs: their answers may still wait in our socket. Knocks and
   * verifications have nothing to do with it: one of them that is late has missed no timeout. Nor
   * have those whose answers were read meanwhile: nobody has answered later than now.
   */
  private void forgiveStall(long nowNanos) {
    long lateNanos = nowNanos - watchDeadlineNanos();
    if (lateNanos > settings.intervalNanos() / 2) {
      subjects.forEach((_, subject) -> subject.forgive(lateNanos, nowNanos));
    }
  }

  private void watch(
      MemberId id, Subject subject, boolean round, long nowNanos, List<Effect> effects) {
    boolean alert = subject.fallsSilent(nowNanos, settings.timeoutNanos());
    if (!alert && subject.silent && round) {
      subject.roundsSilent++;
      alert = subject.roundsSilent % ALERT_ROUNDS == 0;
    }
    if (round) {
      probe(id, subject, nowNanos, effects);
    }
    if (subject.silent && !subject.borrowed) {
      subject.accused = true;
      accusations.add(id, self, nowNanos);
      if (alert) {
        int repetition = Math.min(subject.roundsSilent / ALERT_ROUNDS, 16);
        tell(id, new Signal.Alert(id), TOLD << repetition, effects);
      }
    }
  }

  private void probe(MemberId id, Subject subject, long nowNanos, List<Effect> effects) {
    effects.add(new Effect.Send(id, subjects.nextProbe(subject, nowNanos)));
  }

  private void acknowledged(MemberId from, long number, long nowNanos, List<Effect> effects) {
    Subject subject = subjects.get(from);
    if (subject == null || number <= subject.lastAck || number > subject.lastProbe) {
      return;
    }
    subject.lastAck = number;
    subject.lastAckNanos = nowNanos;
    Verification running = subject.verification;
    if (running != null && running.isAnsweredBy(number)) {
      subject.verification = null;
      refutedHints.add(from, nowNanos);
    }
    if (subject.silent) {
      subject.silent = false;
      // A last alert may have been under way for a while before its window began.
      subject.accusingUntilNanos =
          nowNanos + Accusations.windowNanos(settings) + settings.timeoutNanos();
      accusations.withdraw(from, self);
      tell(from, new Signal.Clear(from), Integer.MAX_VALUE, effects);
    }
    if (suspicions.remove(from)) {
      effects.add(new Effect.Unsuspect(from));
    }
  }

  /* Tells the first members, who could have to act, leaving out those that we cannot reach. */
  private void tell(MemberId subject, Signal signal, int most, List<Effect> effects) {
    int told = 0;
    for (MemberId member : members) {
      if (member.equals(subject) || isUnreachable(member)) {
        continue;
      }
      if (!member.equals(self)) {
        effects.add(new Effect.Send(member, signal));
      }
      told++;
      if (told == most) {
        return;
      }
    }
  }

  private boolean isUnreachable(MemberId member) {
    return suspicions.contains(member) || subjects.isSilent(member);
  }

  private void evaluate(MemberId subject, long nowNanos, List<Effect> effects) {
    if (isConvicted(subject, nowNanos)) {
      suspect(subject, Suspicions.Ground.REPORTS, nowNanos, effects);
    } else {
      call(subject, nowNanos);
    }
  }

  /* Whether those who should confirm a report are there is found out by asking. */
  private void call(MemberId subject, long nowNanos) {
    borrow(subject, nowNanos);
    observers
        .getOrDefault(subject, new TreeSet<>())
        .forEach(observer -> borrow(observer, nowNanos));
  }

  private boolean isConvicted(MemberId subject, long nowNanos) {
    SortedSet<MemberId> watching = observers.getOrDefault(subject, new TreeSet<>());
    int reports =
        accusations.count(subject, watching, member -> subjects.isLost(member, nowNanos), nowNanos);
    return reports >= ObserverRings.quorum(watching.size());
  }

  private void borrow(MemberId member, long nowNanos) {
    if (!member.equals(self)) {
      subjects.borrow(member, nowNanos);
    }
  }

  private void reconsider(MemberId subject, long nowNanos, List<Effect> effects) {
    if (suspicions.needsReports(subject)
        && !isConvicted(subject, nowNanos)
        && suspicions.remove(subject)) {
      effects.add(new Effect.Unsuspect(subject));
    }
  }

  private void suspect(
      MemberId member, Suspicions.Ground ground, long nowNanos, List<Effect> effects) {
    SortedSet<MemberId> watching = observers.getOrDefault(member, new TreeSet<>());
    boolean silent =
        ground == Suspicions.Ground.REPORTS
            && accusations.said(member, watching, nowNanos)
                >= ObserverRings.quorum(watching.size());
    if (suspicions.add(member, ground, silent, nowNanos)) {
      effects.add(new Effect.Suspect(member, subjects.lastHeardNanos(member), silent, true));
    }
  }

  private void doubtWhoHasToAct(long nowNanos, List<Effect> effects) {
    if (suspicions.overdueTimeouts(nowNanos) == 0) {
      return;
    }
    // A suspicion that rests on the silence of observers would end with their roll call.
    suspicions.members().stream()
        .filter(suspicions::needsReports)
        .forEach(member -> call(member, nowNanos));
    suspicions.someWithoutView(nowNanos).forEach(member -> borrow(member, nowNanos));
    for (MemberId member : LateView.doubted(members, self, suspicions, nowNanos)) {
      if (isConvicted(member, nowNanos)) {
        suspect(member, Suspicions.Ground.NO_VIEW, nowNanos, effects);
      } else {
        call(member, nowNanos);
      }
    }
  }

  private void reviewSuspicions(long nowNanos, List<Effect> effects) {
    for (MemberId member : suspicions.members()) {
      reconsider(member, nowNanos, effects);
      if (suspicions.hasLapsed(member, nowNanos)) {
        suspicions.remove(member);
        effects.add(new Effect.Unsuspect(member));
      } else if (suspicions.takeRepetition(member, nowNanos)) {
        boolean silent = suspicions.isSilent(member);
        effects.add(new Effect.Suspect(member, subjects.lastHeardNanos(member), silent, false));
      }
    }
  }

  private boolean verify(MemberId member, long nowNanos, List<Effect> effects) {
    if (member.equals(self)
        || suspicions.contains(member)
        || refutedHints.isDeafTo(member, nowNanos)) {
      return false;
    }
    borrow(member, nowNanos);
    Subject subject = subjects.get(member);
    if (subject == null || subject.verification != null) {
      return false;
    }
    subject.verification = new Verification(subject.lastProbe, settings.verifyNanos(), nowNanos);
    continueVerification(member, subject, nowNanos, effects);
    return true;
  }

  private void continueVerification(
      MemberId member, Subject subject, long nowNanos, List<Effect> effects) {
    Verification running = subject.verification;
    if (running == null) {
      return;
    }
    switch (running.step(nowNanos)) {
      case WAIT -> {}
      case PROBE -> probe(member, subject, nowNanos, effects);
      case FAIL -> {
        subject.verification = null;
        suspect(member, Suspicions.Ground.CRASH, nowNanos, effects);
      }
    }
  }

  private static long earlier(long one, long other) {
    return other - one < 0 ? other : one;
  }
}
