package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * For how long no hint is heard on members that have refuted some by an answer: for the timeout,
 * then for four times as long each time, up to a quarter of an hour. Whoever forges hints waits for
 * a moment in which a living member is slow; so he gets few. Each hour without a refuted hint
 * halves their number: one day's attack makes nobody deaf to the next day's crash.
 */
final class RefutedHints {
  private static final long DEAF_MAX_NANOS = 15 * 60 * 1_000_000_000L;
  private static final long QUIET_NANOS = 60 * 60 * 1_000_000_000L;

  private record Deafness(int refuted, long untilNanos) {}

  private final long timeoutNanos;
  private final SortedMap<MemberId, Deafness> deafness = new TreeMap<>();

  RefutedHints(DetectorSettings settings) {
    timeoutNanos = settings.timeoutNanos();
  }

  /** {@code member} has refuted a hint. */
  void add(MemberId member, long nowNanos) {
    int before = refuted(member, nowNanos);
    long lengthNanos = deafNanos(before);
    // Beyond the bound nothing is counted: it would only have to be forgotten again.
    int after = lengthNanos < DEAF_MAX_NANOS ? before + 1 : before;
    deafness.put(member, new Deafness(after, nowNanos + lengthNanos));
  }

  /** Whether a hint on {@code member} is not to be heard. */
  boolean isDeafTo(MemberId member, long nowNanos) {
    Deafness of = deafness.get(member);
    return of != null && of.untilNanos() - nowNanos > 0;
  }

  /** Forgets whoever is not a member any more. */
  void retain(Collection<MemberId> members) {
    deafness.keySet().retainAll(members);
  }

  private int refuted(MemberId member, long nowNanos) {
    Deafness of = deafness.get(member);
    if (of == null) {
      return 0;
    }
    long quietHours = Math.max(0, nowNanos - of.untilNanos()) / QUIET_NANOS;
    return of.refuted() >> (int) Math.min(quietHours, Integer.SIZE - 1);
  }

  private long deafNanos(int refuted) {
    long nanos = timeoutNanos;
    for (int i = 0; i < refuted && nanos < DEAF_MAX_NANOS; i++) {
      nanos *= 4;
    }
    return Math.min(nanos, DEAF_MAX_NANOS);
  }
}
