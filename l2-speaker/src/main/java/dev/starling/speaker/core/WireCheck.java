package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/*
 * Without a majority, whoever is missing may be alive and answering: the datagrams between the
 * speakers are cut, and the segment is not. The segment itself knows, so it is asked.
 *
 *   ASKING  not claimed, nobody has answered so far  --  30 ms of silence  -->  CLEAR
 *   HELD    not claimed, somebody answers            --  30 ms of silence  -->  CLEAR
 *   CLEAR   claimed, or to be claimed                --  another claims it -->  HELD
 *
 * Of two that claim at the same moment, the one with the lower MAC stays, and asks again a little
 * later whether the other has gone. Whoever claims what has been answered for a while does so
 * against the answers: it has a majority, or did not hear them, and is left alone. What is claimed
 * is asked for now and then too, since an announcement may have been lost.
 */

/**
 * Asks the segment who answers for an IP before this speaker claims it, and tells what may be
 * claimed. The state is bounded by the number of IPs; the questions by a rate, the oldest first.
 */
final class WireCheck {
  /** How long nobody may answer, from the first question on. */
  static final long ANSWER_NANOS = 30_000_000L;

  /** Between two questions of the same round. */
  static final long REPEAT_NANOS = 10_000_000L;

  /** Until an IP is asked for again: doubled each time, up to one of the longest. */
  static final long WAIT_MIN_NANOS = 125_000_000L;

  /** The longest wait while somebody else answers. */
  static final long HELD_MAX_NANOS = 1_000_000_000L;

  /** The longest wait while this speaker answers. */
  static final long CLAIMED_MAX_NANOS = 10_000_000_000L;

  /** Claims this far apart are not of the same moment: the first was answered for by then. */
  static final long SAME_MOMENT_NANOS = 100_000_000L;

  /** What clears within this time is claimed together: each election goes through all IPs. */
  static final long TOGETHER_NANOS = 50_000_000L;

  /** A gap between two looks of one who is alone, and looks ten times a second, is a pause. */
  static final long PAUSE_NANOS = 300_000_000L;

  /** Who looks this late may not have been able to hear the answer; asked anew, so often. */
  private static final long LATE_NANOS = 20_000_000L;

  private static final int LATE_MAX = 3;

  /** Whose an IP was when it is to be claimed. */
  enum Past {
    /** Nobody's that answers for it now, as far as is known. */
    UNKNOWN,
    /** This speaker's, and answered for without a break. */
    OWN,
    /** A member's that hands it over, and answers until then. */
    HANDED_OVER
  }

  private enum Phase {
    ASKING,
    HELD,
    CLEAR
  }

  private static final class Check implements Comparable<Check> {
    final ServiceIp ip;
    Phase phase = Phase.ASKING;
    boolean claimed;
    long round;
    int questions;
    int late;
    long firstNanos;
    long dueNanos;
    long waitNanos = WAIT_MIN_NANOS;
    long claimedNanos;
    long deafUntilNanos = NEVER;

    Check(ServiceIp ip) {
      this.ip = ip;
    }

    boolean isClear() {
      return phase == Phase.CLEAR;
    }

    @Override
    public int compareTo(Check other) {
      return dueNanos == other.dueNanos
          ? ip.compareTo(other.ip)
          : Long.signum(dueNanos - other.dueNanos);
    }
  }

  private final SortedMap<ServiceIp, Check> checks = new TreeMap<>();
  private final RadarSilence radar = new RadarSilence();
  private final NavigableSet<Check> timed = new TreeSet<>();
  private final QuestionQueue waiting = new QuestionQueue();
  private List<ServiceIp> repeated = new ArrayList<>();
  private final SplittableRandom jitter;
  private long lookedNanos = NEVER;
  private long clearedNanos = NEVER;
  private boolean cleared;
  private long round;
  private long changes;
  private int held;

  /** Has not asked for anything yet; {@code seed} differs from speaker to speaker. */
  WireCheck(long seed) {
    jitter = new SplittableRandom(seed);
  }

  /** Changes whenever {@link #admits} may have another answer than before. */
  long changes() {
    return changes;
  }

  /** How many IPs are not claimed because somebody else answers. */
  int held() {
    return held;
  }

  /** Why the IP is not claimed, as far as the wire is concerned; null if it may be. */
  @Nullable Silence silenceOf(ServiceIp ip) {
    Check check = checks.get(ip);
    if (check == null || check.isClear()) {
      return null;
    }
    return check.phase == Phase.HELD ? Silence.ANSWERED_ELSEWHERE : Silence.ASKING;
  }

  /** {@link #silenceOf} each IP that has one. */
  SortedMap<ServiceIp, Silence> silences() {
    SortedMap<ServiceIp, Silence> silences = new TreeMap<>();
    for (ServiceIp ip : checks.keySet()) {
      Silence silence = silenceOf(ip);
      if (silence != null) {
        silences.put(ip, silence);
      }
    }
    return silences;
  }

  /** Nothing is to be asked: a majority is with this speaker. */
  void forget() {
    checks.clear();
    timed.clear();
    waiting.clear();
    repeated.clear();
    held = 0;
    lookedNanos = NEVER;
    cleared = false;
  }

  /** A new view: whoever answered may have gone, or may be a member now. */
  void viewInstalled(long nowNanos) {
    for (Check check : checks.values()) {
      check.waitNanos = WAIT_MIN_NANOS;
      if (check.phase == Phase.HELD && check.questions == 0) {
        at(check, nowNanos);
      }
    }
  }

  /** Begins an election: whatever is not named to {@link #admits} until the end is forgotten. */
  void begin() {
    round++;
  }

  /** Ends an election. */
  void end() {
    List<Check> unnamed = checks.values().stream().filter(each -> each.round != round).toList();
    for (Check check : unnamed) {
      held -= check.phase == Phase.HELD ? 1 : 0;
      timed.remove(check);
      waiting.remove(check.ip);
      checks.remove(check.ip);
    }
  }

  /**
   * Whether an IP that the election gives to this speaker may be claimed; if not, it is asked for.
   *
   * @param claimable whether it would be claimed at once
   */
  boolean admits(ServiceIp ip, Past past, boolean claimable, long nowNanos) {
    boolean goesOn = past != Past.UNKNOWN && claimable;
    Check check = checks.get(ip);
    if (check == null) {
      check = new Check(ip);
      checks.put(ip, check);
      if (goesOn) {
        check.phase = Phase.CLEAR;
        check.claimed = true;
        check.claimedNanos = nowNanos - SAME_MOMENT_NANOS;
        at(check, nowNanos + WAIT_MIN_NANOS);
      } else {
        ask(check);
      }
    } else if (check.claimed && !goesOn) {
      restart(check);
    }
    check.round = round;
    boolean claims = claimable && check.isClear();
    if (claims && !check.claimed) {
      check.claimedNanos = nowNanos;
    }
    if (claims && past == Past.HANDED_OVER) {
      check.deafUntilNanos = nowNanos + OwnDescription.DRAIN_NANOS;
      at(check, check.deafUntilNanos);
    }
    check.claimed = claims;
    return check.isClear();
  }

  /**
   * Somebody else has claimed the IP, or answered for it.
   *
   * @param lower whether the other's MAC is lower than this speaker's
   * @return whether a claim of this speaker's stays
   */
  boolean heard(ServiceIp ip, boolean lower, long nowNanos) {
    radar.told(ip, nowNanos);
    Check check = checks.get(ip);
    if (check == null) {
      return true;
    }
    if (!check.claimed) {
      if (check.questions > 0 || check.isClear()) {
        hold(check, nowNanos);
      }
      return true;
    }
    if (check.deafUntilNanos != NEVER && check.deafUntilNanos - nowNanos > 0) {
      // Whoever hands over answers until it has heard that it need not.
      return true;
    }
    long momentEndsNanos = check.claimedNanos + SAME_MOMENT_NANOS;
    if (lower || nowNanos - momentEndsNanos >= 0) {
      hold(check, nowNanos);
      return false;
    }
    check.questions = 0;
    // More often than otherwise: both answer meanwhile, and questions may be lost.
    check.waitNanos = WAIT_MIN_NANOS / 2;
    at(check, momentEndsNanos);
    return true;
  }

  /**
   * Judges what was asked long enough ago.
   *
   * @param alone whether no permit ends while this speaker is paused
   */
  void judge(boolean alone, long nowNanos) {
    if (alone && lookedNanos != NEVER && nowNanos - lookedNanos > PAUSE_NANOS) {
      checks.values().stream().filter(each -> each.claimed).forEach(this::restart);
      changes++;
    }
    lookedNanos = alone ? nowNanos : NEVER;
    while (!timed.isEmpty() && Instants.hasCome(timed.first().dueNanos, nowNanos)) {
      Check check = timed.removeFirst();
      if (check.questions == 0) {
        enqueue(check);
      } else if (nowNanos - check.firstNanos >= ANSWER_NANOS) {
        unanswered(check, nowNanos);
      } else {
        repeat(check, nowNanos);
      }
    }
    if (cleared && (clearedNanos == NEVER || nowNanos - clearedNanos >= TOGETHER_NANOS)) {
      cleared = false;
      clearedNanos = nowNanos;
      changes++;
    }
  }

  /** The IPs to ask for now. */
  List<ServiceIp> questions(long nowNanos) {
    List<ServiceIp> questions = repeated;
    repeated = new ArrayList<>();
    for (ServiceIp ip = waiting.first(); ip != null; ip = waiting.first()) {
      Check check = Objects.requireNonNull(checks.get(ip), "what is forgotten is not asked for");
      long quietUntilNanos = radar.endsNanos(ip, nowNanos);
      if (quietUntilNanos - nowNanos > 0) {
        // The radar would keep the answer to itself.
        waiting.remove(ip);
        at(check, quietUntilNanos);
      } else if (waiting.mayAsk(nowNanos)) {
        waiting.remove(ip);
        check.questions = 1;
        check.firstNanos = nowNanos;
        at(check, nowNanos + REPEAT_NANOS);
        questions.add(ip);
      } else {
        break;
      }
    }
    return questions;
  }

  long deadlineNanos() {
    long next = timed.isEmpty() ? NEVER : timed.first().dueNanos;
    next = Instants.earlier(next, waiting.deadlineNanos());
    return cleared ? Instants.earlier(next, clearedNanos + TOGETHER_NANOS) : next;
  }

  private void repeat(Check check, long nowNanos) {
    // Better one question for each than three for a few.
    if (waiting.isFreeFor(reason(check)) && waiting.mayAsk(nowNanos)) {
      repeated.add(check.ip);
    }
    check.questions++;
    at(check, check.firstNanos + Math.min(check.questions * REPEAT_NANOS, ANSWER_NANOS));
  }

  private void unanswered(Check check, long nowNanos) {
    boolean tooLate = nowNanos - check.firstNanos > ANSWER_NANOS + LATE_NANOS;
    check.questions = 0;
    if (tooLate && check.late < LATE_MAX) {
      check.late++;
      enqueue(check);
      return;
    }
    check.late = 0;
    boolean again = check.isClear();
    check.waitNanos = again ? Math.min(2 * check.waitNanos, CLAIMED_MAX_NANOS) : WAIT_MIN_NANOS;
    cleared |= !again;
    enter(check, Phase.CLEAR);
    at(check, nowNanos + check.waitNanos);
  }

  private void hold(Check check, long nowNanos) {
    boolean again = check.phase == Phase.HELD;
    check.waitNanos = again ? Math.min(2 * check.waitNanos, HELD_MAX_NANOS) : WAIT_MIN_NANOS;
    // Two that have each heard the other, on two links say, must not ask in step ever after.
    long jitterNanos = check.claimed ? jitter.nextLong(WAIT_MIN_NANOS) : 0;
    check.questions = 0;
    check.claimed = false;
    changes += check.isClear() ? 1 : 0;
    enter(check, Phase.HELD);
    at(check, nowNanos + check.waitNanos + jitterNanos);
  }

  private void restart(Check check) {
    check.claimed = false;
    enter(check, Phase.ASKING);
    ask(check);
  }

  private void ask(Check check) {
    timed.remove(check);
    check.questions = 0;
    enqueue(check);
  }

  private void enqueue(Check check) {
    waiting.add(check.ip, reason(check));
  }

  private static QuestionQueue.Reason reason(Check check) {
    return switch (check.phase) {
      case ASKING -> QuestionQueue.Reason.SOUGHT;
      case HELD -> QuestionQueue.Reason.HELD;
      case CLEAR -> QuestionQueue.Reason.CLAIMED;
    };
  }

  private void enter(Check check, Phase next) {
    held += (next == Phase.HELD ? 1 : 0) - (check.phase == Phase.HELD ? 1 : 0);
    check.phase = next;
  }

  private void at(Check check, long nanos) {
    timed.remove(check);
    check.dueNanos = nanos;
    timed.add(check);
  }
}
