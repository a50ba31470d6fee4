package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Who has reported whom, as far as this member was told. A report counts for one window after it
 * was last repeated.
 */
final class Accusations {
  private final long windowNanos;
  private final NavigableMap<MemberId, NavigableMap<MemberId, Long>> reports = new TreeMap<>();

  Accusations(DetectorSettings settings) {
    windowNanos = windowNanos(settings);
  }

  /** How long an alert counts after it was last heard: four intervals, and a timeout at least. */
  static long windowNanos(DetectorSettings settings) {
    return Math.max(4 * settings.intervalNanos(), settings.timeoutNanos());
  }

  void add(MemberId subject, MemberId observer, long nowNanos) {
    reports.computeIfAbsent(subject, _ -> new TreeMap<>()).put(observer, nowNanos);
  }

  void withdraw(MemberId subject, MemberId observer) {
    NavigableMap<MemberId, Long> ofSubject = reports.get(subject);
    if (ofSubject != null) {
      ofSubject.remove(observer);
      if (ofSubject.isEmpty()) {
        reports.remove(subject);
      }
    }
  }

  /** Forgets whoever is not a member any more. */
  void retain(Collection<MemberId> members) {
    reports.keySet().retainAll(members);
    reports.values().forEach(ofSubject -> ofSubject.keySet().retainAll(members));
    reports.values().removeIf(NavigableMap::isEmpty);
  }

  /** The members that somebody reports, after reports that are too old were dropped. */
  SortedSet<MemberId> accused(long nowNanos) {
    for (NavigableMap<MemberId, Long> ofSubject : reports.values()) {
      ofSubject.values().removeIf(heardNanos -> isOld(heardNanos, nowNanos));
    }
    reports.values().removeIf(NavigableMap::isEmpty);
    return new TreeSet<>(reports.keySet());
  }

  /**
   * How many of {@code observers} report {@code subject}. One that this member cannot reach counts
   * as reporting, but only where this member cannot reach the subject either: then the two sides of
   * a split are alike, and a side must be able to go on without the other.
   */
  int count(
      MemberId subject,
      SortedSet<MemberId> observers,
      Predicate<MemberId> unreachable,
      long nowNanos) {
    NavigableMap<MemberId, Long> ofSubject = reports.get(subject);
    SortedSet<MemberId> reporting = new TreeSet<>();
    if (ofSubject != null) {
      // Also before a tick has dropped them: one who was paused hears its backlog first.
      ofSubject.values().removeIf(heardNanos -> isOld(heardNanos, nowNanos));
      reporting.addAll(ofSubject.keySet());
    }
    boolean cutOff = unreachable.test(subject);
    int count = 0;
    for (MemberId observer : observers) {
      if (reporting.contains(observer) || (cutOff && unreachable.test(observer))) {
        count++;
      }
    }
    return count;
  }

  /** How many of {@code observers} have reported {@code subject} themselves. */
  long said(MemberId subject, SortedSet<MemberId> observers, long nowNanos) {
    NavigableMap<MemberId, Long> ofSubject = reports.getOrDefault(subject, new TreeMap<>());
    return ofSubject.entrySet().stream()
        .filter(report -> observers.contains(report.getKey()))
        .filter(report -> !isOld(report.getValue(), nowNanos))
        .count();
  }

  private boolean isOld(long heardNanos, long nowNanos) {
    return nowNanos - heardNanos > windowNanos;
  }
}
