package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** Detectors in one view, on a network and a clock that a seed drives. */
final class DetectorNet {
  private static final long US = 1_000;

  /** One suspicion as it was raised. */
  record Suspicion(MemberId by, MemberId of, long nanos, boolean permitHeld, boolean byFaultless) {}

  private record Event(long nanos, long order, Runnable action) {}

  final List<MemberId> members = new ArrayList<>();
  final List<Suspicion> suspicions = new ArrayList<>();
  final List<MemberId> knocks = new ArrayList<>();
  final SortedMap<MemberId, Long> pausedUntilNanos = new TreeMap<>();
  final SortedMap<MemberId, Long> faultyUntilNanos = new TreeMap<>();
  BiPredicate<MemberId, MemberId> passes = (from, to) -> true;
  double loss;
  long delayMaxNanos = 300 * US;
  long nowNanos;
  long sent;

  /** How often a signal made a permit that was held end sooner. */
  long permitsCutShort;

  private final SortedMap<MemberId, Detector> detectors = new TreeMap<>();
  private final PriorityQueue<Event> queue =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::order));
  private final SplittableRandom random;
  private long orders;

  DetectorNet(int size, long seed) {
    random = new SplittableRandom(seed);
    nowNanos = random.nextLong();
    for (int i = 0; i < size; i++) {
      members.add(MemberId.of("n" + (i + 1), random.nextLong()));
    }
    for (MemberId member : members) {
      var detector = new Detector(member, DetectorSettings.standard());
      detectors.put(member, detector);
      run(member, detector.viewInstalled(members, nowNanos));
      detector.viewTaken(members, nowNanos);
      schedule(member);
    }
  }

  MemberId member(int index) {
    return members.get(index);
  }

  /** Whether {@code member} itself was neither cut off nor paused for long enough to have known. */
  boolean isFaultless(MemberId member) {
    Long until = faultyUntilNanos.get(member);
    return until == null || nowNanos - until > 700 * 1000 * US;
  }

  private Detector of(MemberId member) {
    return Objects.requireNonNull(detectors.get(member));
  }

  boolean permitHeld(MemberId member) {
    long until = of(member).permitUntilNanos();
    return until == Long.MAX_VALUE || until - nowNanos > 0;
  }

  void at(long delayNanos, Runnable action) {
    queue.add(new Event(nowNanos + delayNanos, orders++, action));
  }

  /** A kernel tells {@code observer} that nobody listens at {@code subject}. */
  void hint(int observer, int subject) {
    MemberId member = member(observer);
    run(member, of(member).portUnreachable(member(subject), nowNanos));
    schedule(member);
  }

  /** {@code reached} install {@code view}, as their membership protocol would have them. */
  void install(List<MemberId> reached, List<MemberId> view) {
    for (MemberId member : reached) {
      run(member, of(member).viewInstalled(view, nowNanos));
      of(member).viewTaken(view, nowNanos);
      schedule(member);
    }
  }

  void runForMillis(long millis) {
    long endNanos = nowNanos + millis * 1000 * US;
    while (!queue.isEmpty() && queue.peek().nanos() - endNanos <= 0) {
      Event event = queue.remove();
      nowNanos = event.nanos();
      event.action().run();
    }
    nowNanos = endNanos;
  }

  /* The real adapter has one timer, set anew after each call; doubled wake-ups do no harm. */
  private void schedule(MemberId member) {
    long deadline = of(member).nextDeadlineNanos();
    if (deadline == Long.MAX_VALUE) {
      return;
    }
    at(
        Math.max(0, deadline - nowNanos),
        () -> {
          if (deadline != of(member).nextDeadlineNanos()) {
            return;
          }
          whenAwake(
              member,
              () -> {
                run(member, of(member).tick(nowNanos));
                schedule(member);
              });
        });
  }

  private void whenAwake(MemberId member, Runnable action) {
    Long until = pausedUntilNanos.get(member);
    if (until != null && until - nowNanos > 0) {
      at(until - nowNanos, () -> whenAwake(member, action));
    } else {
      action.run();
    }
  }

  private void run(MemberId by, List<Effect> effects) {
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Send(MemberId to, Signal signal) -> send(by, to, signal);
        case Effect.Suspect(MemberId of, _, _, _) ->
            suspicions.add(new Suspicion(by, of, nowNanos, permitHeld(of), isFaultless(by)));
        case Effect.Unsuspect _ -> {}
        case Effect.Knock knock -> knocks.add(knock.member());
      }
    }
  }

  private void send(MemberId from, MemberId to, Signal signal) {
    sent++;
    if (!passes.test(from, to) || random.nextDouble() < loss) {
      return;
    }
    at(
        random.nextLong(50 * US, delayMaxNanos + 51 * US),
        () -> whenAwake(to, () -> receive(from, to, signal)));
  }

  private void receive(MemberId from, MemberId to, Signal signal) {
    long beforeNanos = of(to).permitUntilNanos();
    boolean wasHeld = permitHeld(to);
    run(to, of(to).received(from, signal, nowNanos));
    if (wasHeld && of(to).permitUntilNanos() - beforeNanos < 0) {
      permitsCutShort++;
    }
    schedule(to);
  }
}
