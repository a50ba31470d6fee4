package dev.starling.speaker.core;

import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What is answered for on each link, and the announcements that follow from it. */
final class Announcer {
  /** Announcements handed out in one step and link, at most. */
  private static final int STEP_MAX = 512;

  private final long seed;
  private final SortedMap<String, AnnouncementSchedule<ServiceIp>> schedules = new TreeMap<>();
  private final SortedMap<String, Defences> defences = new TreeMap<>();
  private SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();

  Announcer(long seed) {
    this.seed = seed;
  }

  SortedMap<String, SortedSet<ServiceIp>> answers() {
    return answers;
  }

  /** Answers for these from now on; what is new is announced. True if anything changed. */
  boolean answer(SortedMap<String, SortedSet<ServiceIp>> next, long nowNanos) {
    if (next.equals(answers)) {
      return false;
    }
    for (Map.Entry<String, SortedSet<ServiceIp>> entry : answers.entrySet()) {
      SortedSet<ServiceIp> kept = next.getOrDefault(entry.getKey(), Collections.emptySortedSet());
      entry.getValue().stream()
          .filter(ip -> !kept.contains(ip))
          .forEach(scheduleOf(entry.getKey())::cancel);
    }
    for (Map.Entry<String, SortedSet<ServiceIp>> entry : next.entrySet()) {
      SortedSet<ServiceIp> had = answers.getOrDefault(entry.getKey(), Collections.emptySortedSet());
      entry.getValue().stream()
          .filter(ip -> !had.contains(ip))
          .forEach(ip -> scheduleOf(entry.getKey()).announce(ip, ip.isIpv6(), nowNanos));
    }
    answers = next;
    return true;
  }

  /** Announces everything on {@code link} again, from the first round on. */
  void announceAgain(String link, long nowNanos) {
    for (ServiceIp ip : answers.getOrDefault(link, Collections.emptySortedSet())) {
      scheduleOf(link).announce(ip, ip.isIpv6(), nowNanos);
    }
  }

  /** Announces everything everywhere again. */
  void announceAgain(long nowNanos) {
    answers.keySet().forEach(link -> announceAgain(link, nowNanos));
  }

  /**
   * A stranger claims an IP: says on that link once more what is right, with a single announcement;
   * if that was done lately, later, as {@link Defences} has it.
   *
   * @return whether it is defended at once
   */
  boolean defend(Event.ForeignClaim claim, long nowNanos) {
    return defences.computeIfAbsent(claim.link(), _ -> new Defences()).claimed(claim, nowNanos)
        && scheduleOf(claim.link()).remind(claim.ip(), nowNanos);
  }

  /**
   * Says what is right where that had to wait; the claims since the last time that it was said
   * against.
   *
   * @param handingOver whether the last word is another's by now, so that nothing is said
   */
  List<Event.ForeignClaim> defendLate(boolean handingOver, long nowNanos) {
    List<Event.ForeignClaim> claims = new ArrayList<>();
    for (Defences each : defences.values()) {
      for (Defences.Owed owed : each.takeOwed(nowNanos)) {
        Event.ForeignClaim claim = owed.claim();
        boolean said = !handingOver && scheduleOf(claim.link()).remind(claim.ip(), nowNanos);
        if (said && owed.news()) {
          claims.add(claim);
        }
      }
    }
    return claims;
  }

  /** The announcements that are due on each link. */
  SortedMap<String, List<AnnouncementSchedule.Due<ServiceIp>>> due(long nowNanos) {
    SortedMap<String, List<AnnouncementSchedule.Due<ServiceIp>>> due = new TreeMap<>();
    schedules.forEach(
        (link, schedule) -> {
          List<AnnouncementSchedule.Due<ServiceIp>> items = schedule.due(nowNanos, STEP_MAX);
          if (!items.isEmpty()) {
            due.put(link, items);
          }
        });
    return due;
  }

  long deadlineNanos() {
    long next = Instants.NEVER;
    for (AnnouncementSchedule<ServiceIp> schedule : schedules.values()) {
      next = Instants.earlier(next, schedule.nextDeadlineNanos());
    }
    for (Defences each : defences.values()) {
      next = Instants.earlier(next, each.deadlineNanos());
    }
    return next;
  }

  /**
   * For each link that is usable, which IPs are wanted there.
   *
   * @param usable the usable links that a name in {@code wanted} stands for, by that name
   */
  static SortedMap<String, SortedSet<ServiceIp>> byLink(
      SortedMap<String, SortedSet<String>> usable, SortedMap<ServiceIp, SortedSet<String>> wanted) {
    SortedMap<String, SortedSet<ServiceIp>> ips = new TreeMap<>();
    wanted.forEach(
        (ip, names) -> {
          for (String name : names) {
            for (String link : usable.getOrDefault(name, Collections.emptySortedSet())) {
              ips.computeIfAbsent(link, _ -> new TreeSet<>()).add(ip);
            }
          }
        });
    return ips;
  }

  /** Forgets what was announced and defended on links that are of no use any more. */
  void forgetLinks(Predicate<String> useless) {
    Predicate<String> idle = useless.and(link -> !answers.containsKey(link));
    schedules.keySet().removeIf(idle);
    defences.keySet().removeIf(idle);
  }

  private AnnouncementSchedule<ServiceIp> scheduleOf(String link) {
    return schedules.computeIfAbsent(
        link, name -> new AnnouncementSchedule<>(seed ^ name.hashCode()));
  }
}
