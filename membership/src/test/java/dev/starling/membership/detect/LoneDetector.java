package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;

/** One detector among members that are nothing but answers, on a clock of its own. */
final class LoneDetector {
  /** A tick costs time, so that a detector that spins comes to an end. */
  private static final long TICK_NANOS = 10_000;

  private record Answer(long nanos, MemberId from, long number) {}

  final List<MemberId> suspected = new ArrayList<>();
  final List<MemberId> alerted = new ArrayList<>();
  final SortedSet<MemberId> dead = new TreeSet<>();
  final SortedSet<MemberId> probed = new TreeSet<>();
  final SortedSet<MemberId> takenBack = new TreeSet<>();
  final MemberId self;
  final Detector detector;
  List<MemberId> view = List.of();
  long answerNanos = 200_000;
  long nowNanos = Long.MAX_VALUE - 250_000_000;
  long ticks;

  private final PriorityQueue<Answer> answers =
      new PriorityQueue<>(Comparator.comparingLong(answer -> answer.nanos() - nowNanos));

  /** The detector of the first of {@code members}. */
  LoneDetector(DetectorSettings settings, List<MemberId> members) {
    self = members.getFirst();
    detector = new Detector(self, settings);
    install(members);
  }

  void install(List<MemberId> members) {
    view = List.copyOf(members);
    perform(detector.viewInstalled(view, nowNanos));
    detector.viewTaken(view, nowNanos);
  }

  /** A kernel says that nobody listens at {@code subject}; says whether that was heard. */
  boolean hint(MemberId subject) {
    List<Effect> effects = detector.portUnreachable(subject, nowNanos);
    perform(effects);
    return !effects.isEmpty();
  }

  void hear(MemberId from, Signal signal) {
    perform(detector.received(from, signal, nowNanos));
  }

  void runForNanos(long nanos) {
    long endNanos = nowNanos + nanos;
    while (true) {
      long deadlineNanos = detector.nextDeadlineNanos();
      if (!answers.isEmpty() && answers.peek().nanos() - deadlineNanos <= 0) {
        if (answers.peek().nanos() - endNanos > 0) {
          break;
        }
        receive();
      } else {
        if (deadlineNanos - endNanos > 0) {
          break;
        }
        nowNanos = later(nowNanos, deadlineNanos);
        ticks++;
        perform(detector.tick(nowNanos));
        nowNanos += TICK_NANOS;
        if (nowNanos - endNanos > 0) {
          break;
        }
      }
    }
    nowNanos = later(nowNanos, endNanos);
  }

  /** Nothing runs, and what comes waits until the detector's thread has had its turn. */
  void stallForNanos(long nanos) {
    nowNanos += nanos;
    ticks++;
    perform(detector.tick(nowNanos));
  }

  /** Nothing runs, and what has come is read before the detector's thread has its turn. */
  void stallAndReadForNanos(long nanos) {
    nowNanos += nanos;
    while (!answers.isEmpty()) {
      receive();
    }
    stallForNanos(0);
  }

  private void receive() {
    Answer answer = answers.remove();
    nowNanos = later(nowNanos, answer.nanos());
    perform(detector.received(answer.from(), new Signal.Ack(answer.number()), nowNanos));
  }

  private void perform(List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Unsuspect(MemberId of)) {
        takenBack.add(of);
      }
      if (effect instanceof Effect.Send(MemberId to, Signal.Probe _)) {
        probed.add(to);
      }
      if (effect instanceof Effect.Send(MemberId to, Signal.Probe probe) && !dead.contains(to)) {
        answers.add(new Answer(nowNanos + answerNanos, to, probe.number()));
      } else if (effect instanceof Effect.Suspect suspect && suspect.first()) {
        suspected.add(suspect.member());
      } else if (effect instanceof Effect.Send(_, Signal.Alert(MemberId silent))) {
        alerted.add(silent);
      }
    }
  }

  private static long later(long one, long other) {
    return other - one > 0 ? other : one;
  }
}
