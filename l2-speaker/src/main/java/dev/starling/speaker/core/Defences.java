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
 * that two defenders do not answer each other for ever (RFC 5227 section 2.4 (c)). If the stranger
 * has claimed it again meanwhile, it is defended once more at the end of them: the truth has the
 * last word.
 */
final class Defences {
  /** How long an IP is not defended again: RFC 5227's DEFEND_INTERVAL. */
  static final long INTERVAL_NANOS = 10_000_000_000L;

  /** IPs remembered, at most. */
  private static final int LIMIT = 1024;

  /** When each was defended, the longest ago first. */
  private final SequencedMap<ServiceIp, Long> defended = new LinkedHashMap<>();

  /** Those that were claimed since, each with the first such claim. */
  private final SortedMap<ServiceIp, Event.ForeignClaim> owed = new TreeMap<>();

  /** A stranger claims an IP; whether it is to be defended now. */
  boolean claimed(Event.ForeignClaim claim, long nowNanos) {
    ServiceIp ip = claim.ip();
    Long last = defended.get(ip);
    if (last != null && nowNanos - last < INTERVAL_NANOS) {
      owed.putIfAbsent(ip, claim);
      return false;
    }
    if (last == null && defended.size() >= LIMIT) {
      defended.values().removeIf(nanos -> nowNanos - nanos >= INTERVAL_NANOS);
      owed.keySet().retainAll(defended.keySet());
      if (defended.size() >= LIMIT) {
        return false;
      }
    }
    note(ip, nowNanos);
    return true;
  }

  /** The claims against which an IP is to be defended by now; it counts as defended. */
  List<Event.ForeignClaim> takeOwed(long nowNanos) {
    List<Event.ForeignClaim> due = new ArrayList<>();
    if (!owed.isEmpty()) {
      for (Map.Entry<ServiceIp, Long> each : defended.entrySet()) {
        if (nowNanos - each.getValue() < INTERVAL_NANOS) {
          break;
        }
        Event.ForeignClaim claim = owed.remove(each.getKey());
        if (claim != null) {
          due.add(claim);
        }
      }
      due.forEach(claim -> note(claim.ip(), nowNanos));
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

  private void note(ServiceIp ip, long nowNanos) {
    owed.remove(ip);
    defended.putLast(ip, nowNanos);
  }
}
