package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.TokenBucket;
import dev.starling.election.ServiceIp;
import java.util.LinkedHashSet;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The IPs that are to be asked for, at a bounded rate: first those that somebody waits for, and of
 * these the one that has waited longest.
 */
final class QuestionQueue {
  /** At once; the radar has room for the answers of four to each. */
  private static final int BURST = 500;

  /** Why an IP is asked for; the first are asked for first. */
  enum Reason {
    /** It is to be claimed. */
    SOUGHT,
    /** Somebody else answered for it, and may have gone. */
    HELD,
    /** It is claimed, and somebody else may have not heard so. */
    CLAIMED
  }

  private final NavigableMap<Reason, LinkedHashSet<ServiceIp>> waiting = new TreeMap<>();

  private final TokenBucket rate = new TokenBucket(Radar.TOLD_PER_SECOND, BURST);
  private long blockedNanos = NEVER;

  /** Puts {@code ip} at the end of those with this reason, unless it is among them. */
  void add(ServiceIp ip, Reason reason) {
    LinkedHashSet<ServiceIp> same = waiting.computeIfAbsent(reason, _ -> new LinkedHashSet<>());
    if (!same.contains(ip)) {
      remove(ip);
      same.add(ip);
    }
  }

  void remove(ServiceIp ip) {
    waiting.values().forEach(each -> each.remove(ip));
  }

  void clear() {
    waiting.clear();
    blockedNanos = NEVER;
  }

  /** Whether nobody waits for this reason, or for a better one. */
  boolean isFreeFor(Reason reason) {
    return waiting.headMap(reason, true).values().stream().allMatch(LinkedHashSet::isEmpty);
  }

  /** The next one; null if there is none. */
  @Nullable ServiceIp first() {
    for (LinkedHashSet<ServiceIp> each : waiting.values()) {
      if (!each.isEmpty()) {
        return each.getFirst();
      }
    }
    return null;
  }

  /** Whether one more question may be asked now. */
  boolean mayAsk(long nowNanos) {
    boolean may = rate.take(nowNanos);
    blockedNanos = may ? NEVER : rate.availableAtNanos(1, nowNanos);
    return may;
  }

  /** When the next question may be asked, if one had to wait. */
  long deadlineNanos() {
    return isFreeFor(Reason.CLAIMED) ? NEVER : blockedNanos;
  }
}
