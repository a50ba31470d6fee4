package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The suspicions in force. The membership protocol drops suspicions while it merges, so each is
 * said again in every timeout. One that rests on reports is taken back with them. The others have
 * none, and lapse when no view has followed them.
 */
final class Suspicions {
  /** What a suspicion rests on. */
  enum Ground {
    /** Enough observers report it, or are out of reach as it is. */
    REPORTS(Integer.MAX_VALUE),
    /** After a crash hint it did not answer. */
    CRASH(5),
    /** It ought to have made a view, and neither it nor its observers answer. */
    NO_VIEW(300);

    /** How many timeouts it stands where no view follows it. */
    private final int timeouts;

    Ground(int timeouts) {
      this.timeouts = timeouts;
    }
  }

  private static final int ASKED_MAX = 64;
  private static final int ASKED_TIMEOUTS = 3;

  private record Suspicion(Ground ground, boolean silent, long sinceNanos, long toldNanos) {}

  private final DetectorSettings settings;
  private final SortedMap<MemberId, Suspicion> inForce = new TreeMap<>();

  Suspicions(DetectorSettings settings) {
    this.settings = settings;
  }

  /** Whether the suspicion is new. */
  boolean add(MemberId member, Ground ground, boolean silent, long nowNanos) {
    return inForce.putIfAbsent(member, new Suspicion(ground, silent, nowNanos, nowNanos)) == null;
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

  /** For how many timeouts a view without one of them ought to have been there. */
  long overdueTimeouts(long nowNanos) {
    return inForce.values().stream()
        .mapToLong(suspicion -> (nowNanos - suspicion.sinceNanos()) / settings.timeoutNanos())
        .max()
        .orElse(0);
  }

  /** See {@link Effect.Suspect#silent}. */
  boolean isSilent(MemberId member) {
    Suspicion suspicion = inForce.get(member);
    return suspicion != null && suspicion.silent();
  }

  /**
   * Of those that made no view, as many as can be asked at one time whether they live after all:
   * others every three timeouts.
   */
  List<MemberId> someWithoutView(long nowNanos) {
    List<MemberId> all = inForce.keySet().stream().filter(member -> isWithoutView(member)).toList();
    if (all.size() <= ASKED_MAX) {
      return all;
    }
    long turn = Math.floorDiv(nowNanos, ASKED_TIMEOUTS * settings.timeoutNanos());
    int first = Math.floorMod(turn * ASKED_MAX, all.size());
    List<MemberId> some = new ArrayList<>();
    for (int i = 0; i < ASKED_MAX; i++) {
      some.add(all.get((first + i) % all.size()));
    }
    return some;
  }

  private boolean isWithoutView(MemberId member) {
    Suspicion suspicion = inForce.get(member);
    return suspicion != null && suspicion.ground() == Ground.NO_VIEW;
  }

  /** It says something: whether there was a suspicion that this refutes. */
  boolean removeIfWithoutView(MemberId member) {
    return isWithoutView(member) && remove(member);
  }

  boolean needsReports(MemberId member) {
    Suspicion suspicion = inForce.get(member);
    return suspicion != null && suspicion.ground() == Ground.REPORTS;
  }

  boolean hasLapsed(MemberId member, long nowNanos) {
    Suspicion suspicion = inForce.get(member);
    return suspicion != null
        && (nowNanos - suspicion.sinceNanos()) / settings.timeoutNanos()
            >= suspicion.ground().timeouts;
  }

  /** Whether it is time to say the suspicion again; then the next time is a timeout away. */
  boolean takeRepetition(MemberId member, long nowNanos) {
    Suspicion suspicion = inForce.get(member);
    if (suspicion == null || nowNanos - suspicion.toldNanos() < settings.timeoutNanos()) {
      return false;
    }
    inForce.put(
        member,
        new Suspicion(suspicion.ground(), suspicion.silent(), suspicion.sinceNanos(), nowNanos));
    return true;
  }
}
