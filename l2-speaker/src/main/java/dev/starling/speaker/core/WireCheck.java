package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.TokenBucket;
import dev.starling.election.ServiceIp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
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

  /** A gap between two looks of one who is alone, and looks ten times a second, is a pause. */
  static final long PAUSE_NANOS = 300_000_000L;

  /** Who looks this late may not have been able to hear the answer; asked anew, so often. */
  private static final long LATE_NANOS = 20_000_000L;

  private static final int LATE_MAX = 3;

  /* Answers are heard at 1,000 a second, see RadarGate. */
  private static final int PER_SECOND = 1_000;
  private static final int BURST = 500;

  private static final int HEARD_MAX = 4_096;

  private enum Phase {
    ASKING,
    HELD,
    CLEAR
  }

  private static final class Check implements Comparable<Check> {
    final ServiceIp ip;
    Phase phase = Phase.ASKING;
    boolean claimed;
    boolean forgotten;
    boolean queued;
    long round;
    int questions;
    int late;
    long firstNanos;
    long dueNanos;
    long waitNanos = WAIT_MIN_NANOS;
    long claimedNanos;

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
  private final SortedMap<ServiceIp, Long> heardNanos = new TreeMap<>();
  private final NavigableSet<Check> timed = new TreeSet<>();
  private final Deque<Check> waiting = new ArrayDeque<>();
  private final TokenBucket rate = new TokenBucket(PER_SECOND, BURST);
  private List<ServiceIp> repeated = new ArrayList<>();
  private long blockedNanos = NEVER;
  private long lookedNanos = NEVER;
  private long round;
  private long changes;
  private int held;

  /** Changes whenever {@link #passes} may have another answer than before. */
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

  /** Begins an election: whatever is not named to {@link #passes} until the end is forgotten. */
  void begin() {
    round++;
  }

  /** Ends an election. */
  void end() {
    List<Check> unnamed = checks.values().stream().filter(each -> each.round != round).toList();
    for (Check check : unnamed) {
      held -= check.phase == Phase.HELD ? 1 : 0;
      check.forgotten = true;
      timed.remove(check);
      checks.remove(check.ip);
    }
  }

  /**
   * Whether an IP that the election gives to this speaker may be claimed; if not, it is asked for.
   *
   * @param answering whether this speaker answers for it without a break, or takes it over from one
   *     that answers until then
   * @param claimable whether it would be claimed at once
   */
  boolean passes(ServiceIp ip, boolean answering, boolean claimable, long nowNanos) {
    boolean goesOn = answering && claimable;
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
    check.claimed = claims;
    return check.isClear();
  }

  /**
   * Somebody else has claimed the IP, or answered for it.
   *
   * @param contestable whether that may be held against this speaker's own claim
   * @param lower whether the other's MAC is lower than this speaker's
   * @return whether a claim of this speaker's stays
   */
  boolean heard(ServiceIp ip, boolean contestable, boolean lower, long nowNanos) {
    if (heardNanos.size() >= HEARD_MAX) {
      heardNanos.values().removeIf(nanos -> nowNanos - nanos >= Radar.QUIET_NANOS);
    }
    heardNanos.put(ip, nowNanos);
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
    if (!contestable) {
      return true;
    }
    long momentEndsNanos = check.claimedNanos + SAME_MOMENT_NANOS;
    if (lower || nowNanos - momentEndsNanos >= 0) {
      hold(check, nowNanos);
      return false;
    }
    check.questions = 0;
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
  }

  /** The IPs to ask for now. */
  List<ServiceIp> questions(long nowNanos) {
    List<ServiceIp> questions = repeated;
    repeated = new ArrayList<>();
    blockedNanos = NEVER;
    while (!waiting.isEmpty()) {
      Check check = waiting.getFirst();
      long quietUntilNanos = heardNanos.getOrDefault(check.ip, nowNanos - Radar.QUIET_NANOS);
      quietUntilNanos += Radar.QUIET_NANOS;
      boolean quiet = quietUntilNanos - nowNanos > 0;
      if (!check.forgotten && !quiet && !rate.take(nowNanos)) {
        blockedNanos = rate.availableAtNanos(1, nowNanos);
        break;
      }
      waiting.removeFirst();
      check.queued = false;
      if (check.forgotten) {
        continue;
      }
      if (quiet) {
        // The radar would keep the answer to itself.
        at(check, quietUntilNanos);
        continue;
      }
      check.questions = 1;
      check.firstNanos = nowNanos;
      at(check, nowNanos + REPEAT_NANOS);
      questions.add(check.ip);
    }
    return questions;
  }

  long deadlineNanos() {
    return Instants.earlier(timed.isEmpty() ? NEVER : timed.first().dueNanos, blockedNanos);
  }

  private void repeat(Check check, long nowNanos) {
    // Better one question for each than three for a few.
    if (waiting.isEmpty() && rate.take(nowNanos)) {
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
    changes += again ? 0 : 1;
    enter(check, Phase.CLEAR);
    at(check, nowNanos + check.waitNanos);
  }

  private void hold(Check check, long nowNanos) {
    boolean again = check.phase == Phase.HELD;
    check.waitNanos = again ? Math.min(2 * check.waitNanos, HELD_MAX_NANOS) : WAIT_MIN_NANOS;
    check.questions = 0;
    check.claimed = false;
    changes += check.isClear() ? 1 : 0;
    enter(check, Phase.HELD);
    at(check, nowNanos + check.waitNanos);
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
    if (!check.queued) {
      check.queued = true;
      waiting.add(check);
    }
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
