package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The suspicions in force. The membership protocol drops suspicions while it merges, so each is
 * said again in every timeout. One that rests on reports is taken back with them; one that was
 * verified after a crash hint has no reports, and lapses when no view has followed it.
 */
final class Suspicions {
  /** How many timeouts a verified suspicion stands where no view follows it. */
  private static final int VERIFIED_TIMEOUTS = 5;

  private record Suspicion(boolean verified, long sinceNanos, long toldNanos) {}

  private final DetectorSettings settings;
  private final SortedMap<MemberId, Suspicion> inForce = new TreeMap<>();

  Suspicions(DetectorSettings settings) {
    this.settings = settings;
  }

  /** Whether the suspicion is new. */
  boolean add(MemberId member, boolean verified, long nowNanos) {
    return inForce.putIfAbsent(member, new Suspicion(verified, nowNanos, nowNanos)) == null;
  }

  /** Whether there was one. */
  boolean remove(MemberId member) {
    return inForce.remove(member) != null;
  }

  void retain(Collection<MemberId> members) {
    inForce.keySet().retainAll(members);
  }

  boolean contains(MemberId member) {
    return inForce.containsKey(member);
  }

  List<MemberId> members() {
    return List.copyOf(inForce.keySet());
  }

  /** Whether a view without one of them ought to be there by now. */
  boolean areOverdue(long nowNanos) {
    return inForce.values().stream()
        .anyMatch(suspicion -> nowNanos - suspicion.sinceNanos() >= settings.timeoutNanos());
  }

  boolean needsReports(MemberId member) {
    Suspicion suspicion = inForce.get(member);
    return suspicion != null && !suspicion.verified();
  }

  boolean hasLapsed(MemberId member, long nowNanos) {
    Suspicion suspicion = inForce.get(member);
    return suspicion != null
        && suspicion.verified()
        && nowNanos - suspicion.sinceNanos() > VERIFIED_TIMEOUTS * settings.timeoutNanos();
  }

  /** Whether it is time to say the suspicion again; then the next time is a timeout away. */
  boolean takeRepetition(MemberId member, long nowNanos) {
    Suspicion suspicion = inForce.get(member);
    if (suspicion == null || nowNanos - suspicion.toldNanos() < settings.timeoutNanos()) {
      return false;
    }
    inForce.put(member, new Suspicion(suspicion.verified(), suspicion.sinceNanos(), nowNanos));
    return true;
  }
}
