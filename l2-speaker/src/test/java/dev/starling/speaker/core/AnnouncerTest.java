package dev.starling.speaker.core;

import static dev.starling.arpndp.responder.Announcements.Part.ALL;
import static dev.starling.arpndp.responder.Announcements.Part.FIRST;
import static dev.starling.arpndp.responder.Announcements.Part.REST;
import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.setOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.arpndp.responder.Announcements;
import dev.starling.election.ServiceIp;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnouncerTest {
  private static final ServiceIp FOUR = ServiceIp.of("10.0.0.1");
  private static final ServiceIp OTHER = ServiceIp.of("10.0.0.2");
  private static final ServiceIp SIX = ServiceIp.of("2001:db8::1");

  private final Announcer announcer = new Announcer(1);

  @ParameterizedTest
  @ValueSource(longs = {0, -2_000_000_000, Long.MAX_VALUE - 2_000_000_000})
  void newAnswerIsAnnouncedWithItsRepetitions(long start) {
    assertThat(announcer.answer(on("eth0", FOUR, SIX), start)).isTrue();
    assertThat(announcer.deadlineNanos()).isEqualTo(start);
    assertThat(announcer.due(start))
        .isEqualTo(Map.of("eth0", List.of(due(FOUR, FIRST), due(SIX, FIRST), due(FOUR, REST))));
    assertThat(announcer.due(start)).isEmpty();
    long again = start + 100 * MILLI_NANOS;
    assertThat(announcer.deadlineNanos()).isEqualTo(again);
    assertThat(announcer.due(again)).isEqualTo(Map.of("eth0", List.of(due(FOUR, ALL))));
  }

  @Test
  void sameAnswersAgainAreNoChangeAndNoBurst() {
    announcer.answer(on("eth0", FOUR), 0);
    announcer.due(0);
    assertThat(announcer.answer(on("eth0", FOUR), MILLI_NANOS)).isFalse();
    assertThat(announcer.due(MILLI_NANOS)).isEmpty();
    assertThat(announcer.answer(on("eth0", FOUR, OTHER), MILLI_NANOS)).isTrue();
    assertThat(announcer.due(MILLI_NANOS)).isEqualTo(round("eth0", OTHER));
  }

  @Test
  void whatIsNotAnsweredForIsNotAnnounced() {
    announcer.answer(on("eth0", FOUR), 0);
    assertThat(announcer.answers().values()).anyMatch(ips -> ips.contains(FOUR));
    assertThat(announcer.answer(new TreeMap<>(), 0)).isTrue();
    assertThat(announcer.answers().values()).noneMatch(ips -> ips.contains(FOUR));
    assertThat(announcer.due(10_000 * MILLI_NANOS)).isEmpty();
    assertThat(announcer.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @Test
  void ipThatMovesToAnotherLinkIsAnnouncedThereOnly() {
    announcer.answer(on("eth0", FOUR), 0);
    announcer.due(0);
    announcer.answer(on("eth1", FOUR), MILLI_NANOS);
    assertThat(announcer.due(1000 * MILLI_NANOS)).isEqualTo(round("eth1", FOUR));
  }

  @Test
  void everythingIsAnnouncedAgainOnDemand() {
    SortedMap<String, SortedSet<ServiceIp>> both = on("eth0", FOUR);
    both.putAll(on("eth1", FOUR));
    announcer.answer(both, 0);
    announcer.due(0);
    announcer.announceAgain("eth1", MILLI_NANOS);
    announcer.announceAgain("eth7", MILLI_NANOS);
    assertThat(announcer.due(MILLI_NANOS)).isEqualTo(round("eth1", FOUR));
    announcer.announceAgain(2 * MILLI_NANOS);
    assertThat(announcer.due(2 * MILLI_NANOS)).containsOnlyKeys("eth0", "eth1");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 5_000_000_000L})
  void conflictIsDefendedByOneFrameOnceInTenSeconds(long start) {
    announcer.answer(on("eth0", FOUR), start);
    announcer.due(start);
    long conflict = start + MILLI_NANOS;
    assertThat(announcer.defend(claim(FOUR, "eth0"), conflict)).isTrue();
    assertThat(announcer.deadlineNanos()).isEqualTo(conflict);
    assertThat(announcer.due(conflict)).isEqualTo(Map.of("eth0", List.of(due(FOUR, FIRST))));
    assertThat(announcer.due(conflict)).isEmpty();
    long early = conflict + 10_000 * MILLI_NANOS - 1;
    announcer.due(early);
    assertThat(announcer.defend(claim(FOUR, "eth0"), early)).isFalse();
    assertThat(announcer.due(early)).isEmpty();
    assertThat(announcer.deadlineNanos()).isEqualTo(early + 1);
    assertThat(announcer.defendLate(false, early)).isEmpty();
    assertThat(announcer.defendLate(false, early + 1)).containsExactly(claim(FOUR, "eth0"));
    assertThat(announcer.due(early + 1)).isEqualTo(Map.of("eth0", List.of(due(FOUR, FIRST))));
    assertThat(announcer.due(early + 1)).isEmpty();
    assertThat(announcer.defend(claim(FOUR, "eth0"), early + 2)).isFalse();
  }

  @Test
  void whoIsNotClaimedAgainIsDefendedOnceMoreWithoutAWord() {
    announcer.answer(on("eth0", FOUR), 0);
    announcer.due(0);
    announcer.defend(claim(FOUR, "eth0"), 0);
    announcer.due(0);
    long late = Defences.INTERVAL_NANOS;
    announcer.due(late - 1);
    assertThat(announcer.defendLate(false, late)).isEmpty();
    assertThat(announcer.due(late)).isEqualTo(Map.of("eth0", List.of(due(FOUR, FIRST))));
    announcer.due(2 * late - 1);
    assertThat(announcer.defendLate(false, 2 * late)).isEmpty();
    assertThat(announcer.due(2 * late)).isEmpty();
    assertThat(announcer.defend(claim(FOUR, "eth0"), 2 * late)).isTrue();
  }

  @Test
  void whoHandsOverLeavesTheLastWordToTheHeir() {
    announcer.answer(on("eth0", FOUR), 0);
    announcer.due(0);
    announcer.defend(claim(FOUR, "eth0"), 0);
    announcer.due(0);
    long late = Defences.INTERVAL_NANOS;
    announcer.due(late - 1);
    assertThat(announcer.defendLate(true, late)).isEmpty();
    assertThat(announcer.due(late)).isEmpty();
    assertThat(announcer.defendLate(false, 2 * late)).isEmpty();
  }

  @Test
  void anIpThatIsNoLongerOursIsNotDefendedLater() {
    announcer.answer(on("eth0", FOUR), 0);
    announcer.due(0);
    announcer.defend(claim(FOUR, "eth0"), 1);
    announcer.defend(claim(FOUR, "eth0"), 2);
    announcer.due(2);
    announcer.answer(on("eth0", OTHER), 3);
    announcer.due(3);
    assertThat(announcer.defendLate(false, Defences.INTERVAL_NANOS + 1)).isEmpty();
  }

  @Test
  void conflictIsDefendedOnTheLinkWhereItIsHeardAndThereOnly() {
    SortedMap<String, SortedSet<ServiceIp>> both = on("eth0", SIX);
    both.putAll(on("eth1", SIX));
    announcer.answer(both, 0);
    announcer.due(0);
    assertThat(announcer.defend(claim(SIX, "eth1"), 1)).isTrue();
    assertThat(announcer.due(1)).isEqualTo(Map.of("eth1", List.of(due(SIX, FIRST))));
    assertThat(announcer.defend(claim(SIX, "eth0"), 2)).isTrue();
    assertThat(announcer.defend(claim(SIX, "eth1"), 2)).isFalse();
  }

  /** Each defends against every frame of the other, for an hour. */
  @Test
  void twoDefendersOfOneIpDoNotStorm() {
    Announcer other = new Announcer(2);
    List<Announcer> defenders = List.of(announcer, other);
    defenders.forEach(each -> each.answer(on("eth0", FOUR), 0));
    long frames = 0;
    for (long now = 0; now < 3_600_000 * MILLI_NANOS; now += 5 * MILLI_NANOS) {
      for (Announcer each : defenders) {
        each.defendLate(false, now);
        if (!each.due(now).isEmpty()) {
          frames++;
          assertThat(defenders.get(1 - defenders.indexOf(each)).defend(claim(FOUR, "eth0"), now))
              .isIn(true, false);
        }
      }
    }
    // Two an interval of ten seconds, the refresh each minute, and the first rounds.
    assertThat(frames).isBetween(100L, 2 * (360L + 60 + 10));
  }

  @Test
  void conflictsRememberedAreBoundedOnEachLinkAndOldOnesGiveWay() {
    List<ServiceIp> ips =
        IntStream.range(0, 1024)
            .mapToObj(i -> ServiceIp.of("10.1." + i / 256 + "." + i % 256))
            .toList();
    SortedSet<ServiceIp> all = new TreeSet<>(ips);
    all.add(FOUR);
    all.add(OTHER);
    announcer.answer(new TreeMap<>(Map.of("eth0", all, "eth1", all)), 0);
    for (int i = 0; i < 1024; i++) {
      assertThat(announcer.defend(claim(ips.get(i), "eth0"), i)).isTrue();
    }
    assertThat(announcer.defend(claim(FOUR, "eth0"), 2000)).isFalse();
    assertThat(announcer.defend(claim(FOUR, "eth1"), 2000)).isTrue();
    announcer.defendLate(false, 2 * Defences.INTERVAL_NANOS);
    assertThat(announcer.defend(claim(FOUR, "eth0"), 3 * Defences.INTERVAL_NANOS)).isTrue();
  }

  @Test
  void answersAreGivenOnLinksThatAreWantedAndUsable() {
    SortedMap<ServiceIp, SortedSet<String>> owned = new TreeMap<>();
    owned.put(FOUR, setOf("eth0", "eth1"));
    owned.put(SIX, setOf("eth1"));
    owned.put(OTHER, setOf("eth2", "*"));
    SortedMap<String, SortedSet<String>> usable = new TreeMap<>();
    usable.put("eth0", setOf("eth0"));
    usable.put("eth1", setOf("eth1"));
    usable.put("*", setOf("eth1", "eth3"));
    assertThat(Announcer.byLink(usable, owned))
        .isEqualTo(Map.of("eth0", ips(FOUR), "eth1", ips(FOUR, SIX, OTHER), "eth3", ips(OTHER)));
  }

  private static AnnouncementSchedule.Due<ServiceIp> due(ServiceIp ip, Announcements.Part part) {
    return new AnnouncementSchedule.Due<>(ip, part);
  }

  private static Map<String, List<AnnouncementSchedule.Due<ServiceIp>>> round(
      String link, ServiceIp ip) {
    return Map.of(link, List.of(due(ip, FIRST), due(ip, REST)));
  }

  private static SortedMap<String, SortedSet<ServiceIp>> on(String link, ServiceIp... ips) {
    SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();
    answers.put(link, ips(ips));
    return answers;
  }

  private static SortedSet<ServiceIp> ips(ServiceIp... ips) {
    return new TreeSet<>(List.of(ips));
  }

  private static Event.ForeignClaim claim(ServiceIp ip, String link) {
    return new Event.ForeignClaim(ip, link, "02:00:00:00:00:09", true);
  }
}
