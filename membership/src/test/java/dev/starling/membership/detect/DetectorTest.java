package dev.starling.membership.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class DetectorTest {
  private static final long MS = 1_000_000;
  private static final DetectorSettings STANDARD = DetectorSettings.standard();

  @Test
  void aQuietNetworkSuspectsNobodyAndKeepsEveryPermit() {
    var net = new DetectorNet(5, 1);
    net.runForMillis(300);
    for (int i = 0; i < 1000; i++) {
      net.runForMillis(10);
      assertThat(net.members).allMatch(net::permitHeld);
    }
    assertThat(net.suspicions).isEmpty();
  }

  @RepeatedTest(50)
  void aCutOffMemberIsSuspectedByTheOthersAfterItsOwnPermitEnded(RepetitionInfo repetition) {
    long seed = seed(repetition);
    var net = new DetectorNet(3 + (int) (seed % 7), seed);
    net.runForMillis(500 + seed);
    MemberId victim = net.member((int) (seed % net.members.size()));
    long cutNanos = net.nowNanos;
    net.passes = (from, to) -> !from.equals(victim) && !to.equals(victim);
    net.runForMillis(280);

    SortedSet<MemberId> suspecting = new TreeSet<>();
    for (DetectorNet.Suspicion suspicion : net.suspicions) {
      if (suspicion.of().equals(victim)) {
        suspecting.add(suspicion.by());
        assertThat(suspicion.permitHeld()).as("seed %d", seed).isFalse();
        assertThat(suspicion.nanos() - cutNanos).as("seed %d", seed).isLessThan(215 * MS);
      } else {
        assertThat(suspicion.by()).as("seed %d", seed).isEqualTo(victim);
      }
    }
    // Whoever would become coordinator must know; the first three are told.
    MemberId next = net.members.stream().filter(m -> !m.equals(victim)).findFirst().orElseThrow();
    assertThat(suspecting).as("seed %d", seed).contains(next);
  }

  @Test
  void oneBrokenPathBetweenTwoMembersChangesNothing() {
    for (int other = 1; other < 5; other++) {
      var net = new DetectorNet(5, other);
      MemberId one = net.member(0);
      MemberId two = net.member(other);
      net.runForMillis(500);
      net.passes =
          (from, to) ->
              !(from.equals(one) && to.equals(two)) && !(from.equals(two) && to.equals(one));
      for (int i = 0; i < 500; i++) {
        net.runForMillis(10);
        assertThat(net.members).allMatch(net::permitHeld);
      }
      assertThat(net.suspicions).isEmpty();
    }
  }

  @Test
  void aMemberThatHearsButCannotSpeakSuspectsEverybodyAndIsSuspectedByEverybody() {
    var net = new DetectorNet(5, 3);
    net.runForMillis(500);
    MemberId mute = net.member(2);
    net.passes = (from, to) -> !from.equals(mute);
    net.runForMillis(500);
    assertThat(net.suspicions).anyMatch(s -> s.of().equals(mute) && s.by().equals(net.member(0)));
    assertThat(net.suspicions)
        .filteredOn(s -> s.by().equals(mute))
        .extracting(DetectorNet.Suspicion::of)
        .contains(net.member(0), net.member(1), net.member(3), net.member(4));
    assertThat(net.permitHeld(mute)).isFalse();
  }

  @RepeatedTest(40)
  void eachSideOfASplitSuspectsTheOtherWhole(RepetitionInfo repetition) {
    long seed = seed(repetition);
    int size = 4 + (int) (seed % 12);
    int cut = 1 + (int) (seed / 3 % (size - 1));
    var net = new DetectorNet(size, seed);
    net.runForMillis(500);
    net.passes = (from, to) -> (net.members.indexOf(from) < cut) == (net.members.indexOf(to) < cut);
    List<MemberId> first = new ArrayList<>(net.members);
    List<MemberId> second = new ArrayList<>(net.members);
    for (int i = 0; i < 250; i++) {
      net.runForMillis(10);
      shrink(net, first, net.member(0));
      shrink(net, second, net.member(cut));
    }
    assertThat(first).as("seed %d", seed).isEqualTo(net.members.subList(0, cut));
    assertThat(second).as("seed %d", seed).isEqualTo(net.members.subList(cut, size));
  }

  /** What the membership protocol does with a suspicion of whoever would be the coordinator. */
  private static void shrink(DetectorNet net, List<MemberId> view, MemberId actor) {
    boolean smaller =
        view.removeIf(
            member ->
                net.suspicions.stream()
                    .anyMatch(s -> s.by().equals(actor) && s.of().equals(member)));
    if (smaller) {
      net.install(view.stream().filter(member -> net.passes.test(actor, member)).toList(), view);
    }
  }

  @Test
  void nobodyIsKnockedForWhileEachAnswerComesInTime() {
    var net = new DetectorNet(5, 14);
    net.runForMillis(2000);
    assertThat(net.knocks).isEmpty();
  }

  @RepeatedTest(20)
  void whoeverDoesNotAnswerIsKnockedForByItsObserversOnceAnInterval(RepetitionInfo repetition) {
    var net = new DetectorNet(5, seed(repetition));
    net.runForMillis(500 + 3 * seed(repetition));
    MemberId dead = net.member(2);
    net.passes = (from, to) -> !to.equals(dead) && !from.equals(dead);
    net.runForMillis(56);
    assertThat(net.knocks.stream().filter(dead::equals)).hasSizeBetween(4, 8);
    net.knocks.clear();
    net.runForMillis(100);
    assertThat(net.knocks.stream().filter(dead::equals)).hasSizeBetween(4, 12);
  }

  @Test
  void aCrashHintIsConfirmedWithinMillisecondsWhereTheMemberIsGone() {
    var net = new DetectorNet(5, 4);
    net.runForMillis(500);
    MemberId dead = net.member(1);
    net.passes = (from, to) -> !to.equals(dead) && !from.equals(dead);
    net.hint(3, 1);
    net.runForMillis(20);
    assertThat(net.suspicions)
        .extracting(DetectorNet.Suspicion::by)
        .contains(net.member(0), net.member(3));
  }

  @Test
  void aCrashHintOnALivingMemberIsRefutedAndCannotBeRepeatedAtOnce() {
    var net = new DetectorNet(5, 5);
    net.runForMillis(500);
    for (int i = 0; i < 100; i++) {
      net.hint(3, 1);
      net.runForMillis(1);
    }
    assertThat(net.suspicions).isEmpty();
  }

  @Test
  void whoForgesCrashHintsIsHeardEverLess() {
    long honest = signalsWithAHintEvery(Integer.MAX_VALUE);
    long attacked = signalsWithAHintEvery(20);
    // Six verifications of three probes and their answers, told to the others, in a minute.
    assertThat(attacked - honest).isBetween(1L, 60L);
  }

  /** Signals between two of five members in a minute in which hints come to one about the other. */
  private static long signalsWithAHintEvery(int millis) {
    var net = new DetectorNet(5, 5);
    net.runForMillis(500);
    long[] sent = {0};
    net.passes =
        (from, to) -> {
          sent[0] += from.equals(net.member(3)) && to.equals(net.member(1)) ? 1 : 0;
          return true;
        };
    for (int at = 0; at < 60_000; at += 20) {
      if (at % millis == 0 && millis < 60_000) {
        net.hint(3, 1);
      }
      net.runForMillis(20);
    }
    assertThat(net.suspicions).isEmpty();
    return sent[0];
  }

  @Test
  void aPausedMemberWakesWithoutAPermitAndBlamesNobody() {
    var net = new DetectorNet(5, 6);
    net.runForMillis(500);
    MemberId sleeper = net.member(2);
    net.pausedUntilNanos.put(sleeper, net.nowNanos + 3000 * MS);
    net.runForMillis(2999);
    assertThat(net.permitHeld(sleeper)).isFalse();
    net.runForMillis(2);
    assertThat(net.permitHeld(sleeper)).isFalse();
    net.runForMillis(1000);
    assertThat(net.suspicions).noneMatch(s -> s.by().equals(sleeper));
    assertThat(net.permitHeld(sleeper)).isTrue();
  }

  @Test
  void anAnswerThatIsReadAfterAStallPutsNoDetectionOff() {
    List<MemberId> two = List.of(MemberId.of("n1", 1), MemberId.of("n2", 1));
    var lone = new LoneDetector(STANDARD, two);
    lone.answerNanos = 10 * MS;
    lone.runForNanos(305 * MS);
    lone.dead.add(two.getLast());
    lone.stallAndReadForNanos(700 * MS);
    lone.runForNanos(260 * MS);
    assertThat(lone.suspected).containsExactly(two.getLast());
  }

  @Test
  void aLostPermitDoesNotComeBackWithAViewBeforeTheViewIsTaken() {
    MemberId one = MemberId.of("n1", 1);
    MemberId other = MemberId.of("n2", 1);
    var detector = new Detector(one, STANDARD);
    long now = 0;
    detector.viewInstalled(List.of(one, other), now);
    detector.viewTaken(List.of(one, other), now);
    now += 300 * MS;
    assertThat(detector.permitUntilNanos() - now).isNegative();
    detector.viewInstalled(List.of(one), now);
    assertThat(detector.permitUntilNanos() - now).isNegative();
    detector.viewTaken(List.of(one, other), now);
    assertThat(detector.permitUntilNanos() - now).isNegative();
    detector.viewTaken(List.of(one), now);
    assertThat(detector.permitUntilNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void reportsThatHaveRunOutCountNoMoreAlsoBeforeATick() {
    var accusations = new Accusations(STANDARD);
    MemberId subject = MemberId.of("n1", 1);
    MemberId observer = MemberId.of("n2", 1);
    accusations.add(subject, observer, 0);
    SortedSet<MemberId> observers = new TreeSet<>(List.of(observer));
    assertThat(accusations.count(subject, observers, member -> false, 200 * MS)).isEqualTo(1);
    assertThat(accusations.count(subject, observers, member -> false, 201 * MS)).isZero();
  }

  @Test
  void aNewObserverTakesNothingOverFromARollCall() {
    var subjects = new Subjects(STANDARD);
    MemberId member = MemberId.of("n1", 1);
    subjects.borrow(member, 0);
    Objects.requireNonNull(subjects.get(member)).fallsSilent(300 * MS, 200 * MS);
    subjects.observe(new TreeSet<>(List.of(member)), List.of(member), 300 * MS);
    assertThat(subjects.isSilent(member)).isFalse();
    assertThat(subjects.lastHeardNanos(member)).isEqualTo(300 * MS);
  }

  @Test
  void aLonelyMemberHasAPermitWithoutEnd() {
    var detector = new Detector(MemberId.of("n1", 1), STANDARD);
    assertThat(detector.permitUntilNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(detector.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
  }

  /** Loss, delay, pauses and one-way cuts: nobody who can reach a member evicts it too soon. */
  @RepeatedTest(300)
  void nobodyWithAPermitIsSuspectedByOneWhoReachesIt(RepetitionInfo repetition) {
    long seed = seed(repetition);
    var random = new SplittableRandom(seed);
    var net = new DetectorNet(3 + random.nextInt(7), random.nextLong());
    net.loss = random.nextInt(4) == 0 ? 0.2 : 0.02;
    net.delayMaxNanos = random.nextLong(60) * MS;
    SortedSet<MemberId> mute = new TreeSet<>();
    SortedSet<MemberId> deaf = new TreeSet<>();
    net.passes = (from, to) -> !mute.contains(from) && !deaf.contains(to);
    for (int i = 0; i < 40; i++) {
      MemberId one = net.member(random.nextInt(net.members.size()));
      long pauseNanos = random.nextLong(800) * MS;
      switch (random.nextInt(6)) {
        case 0 -> mute.add(one);
        case 1 -> deaf.add(one);
        case 2 -> net.pausedUntilNanos.put(one, net.nowNanos + pauseNanos);
        default -> {
          mute.clear();
          deaf.clear();
        }
      }
      for (int step = random.nextInt(30); step > 0; step--) {
        net.runForMillis(10);
        mute.forEach(member -> net.faultyUntilNanos.put(member, net.nowNanos));
        deaf.forEach(member -> net.faultyUntilNanos.put(member, net.nowNanos));
        net.pausedUntilNanos.forEach(
            (member, until) -> {
              if (until - net.nowNanos > -10 * MS) {
                net.faultyUntilNanos.put(member, net.nowNanos);
              }
            });
      }
      for (DetectorNet.Suspicion suspicion : net.suspicions) {
        assertThat(suspicion.permitHeld() && suspicion.byFaultless())
            .as("seed %d: %s", seed, suspicion)
            .isFalse();
      }
      net.suspicions.clear();
      // Whoever accuses has not been heard for so long that no lease rests on it any more.
      assertThat(net.permitsCutShort).as("seed %d", seed).isZero();
    }
  }

  private static long seed(RepetitionInfo repetition) {
    String given = System.getProperty("seed", "");
    return given.isEmpty() ? repetition.getCurrentRepetition() : Long.parseLong(given);
  }
}
