package dev.starling.speaker.core;

import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When the IPs on one link were defended against strangers: each once in ten seconds at most, so
 * that two defenders do not answer each other for ever (RFC 5227 section 2.4 (c)). At the end of
 * them it is defended once more, so that the truth has the last word: a host defends its address
 * within moments of ours, when the radar is still quiet about it. After that, only if the stranger
 * has claimed it again meanwhile.
 */
final class Defences {
  /** How long an IP is not defended again: RFC 5227's DEFEND_INTERVAL. */
  static final long INTERVAL_NANOS = 10_000_000_000L;

  /** IPs remembered, at most. */
  private static final int LIMIT = 1024;

  /** When each was defended, the longest ago first. */
  private final SequencedMap<ServiceIp, Long> defended = new LinkedHashMap<>();

  /** Those that are to be defended once more. */
  private final SortedMap<ServiceIp, Owed> owed = new TreeMap<>();

  /**
   * A defence that is to come.
   *
   * @param claim against which
   * @param news whether that came after the defence before
   */
  record Owed(Event.ForeignClaim claim, boolean news) {}

  /** A stranger claims an IP; whether it is to be defended now. */
  boolean claimed(Event.ForeignClaim claim, long nowNanos) {
    ServiceIp ip = claim.ip();
    Long last = defended.get(ip);
    if (last != null && (nowNanos - last < INTERVAL_NANOS || owed.containsKey(ip))) {
      Owed before = owed.get(ip);
      if (before == null || !before.news()) {
        owed.put(ip, new Owed(claim, true));
      }
      return false;
    }
    if (last == null && defended.size() >= LIMIT) {
      defended
          .entrySet()
          .removeIf(
              each ->
                  nowNanos - each.getValue() >= INTERVAL_NANOS && !owed.containsKey(each.getKey()));
      if (defended.size() >= LIMIT) {
        return false;
      }
    }
    defended.putLast(ip, nowNanos);
    owed.put(ip, new Owed(claim, false));
    return true;
  }

  /** The defences that are due by now; they count as done. */
  List<Owed> takeOwed(long nowNanos) {
    List<Owed> due = new ArrayList<>();
    if (!owed.isEmpty()) {
      for (Map.Entry<ServiceIp, Long> each : defended.entrySet()) {
        if (nowNanos - each.getValue() < INTERVAL_NANOS) {
          break;
        }
        Owed next = owed.remove(each.getKey());
        if (next != null) {
          due.add(next);
        }
      }
      due.forEach(next -> defended.putLast(next.claim().ip(), nowNanos));
    }
    return due;
  }

  /** When {@link #takeOwed} has something; {@link Instants#NEVER} if nothing is owed. */
  long deadlineNanos() {
    if (!owed.isEmpty()) {
      for (Map.Entry<ServiceIp, Long> each : defended.entrySet()) {
        if (owed.containsKey(each.getKey())) {
          return each.getValue() + INTERVAL_NANOS;
        }
      }
    }
    return Instants.NEVER;
  }
}
