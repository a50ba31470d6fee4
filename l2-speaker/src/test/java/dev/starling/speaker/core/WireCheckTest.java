package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.responder.Radar;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The question to the segment, before and after a claim. */
class WireCheckTest {
  private static final ServiceIp IP = ServiceIp.of("192.0.2.80");
  private static final ServiceIp OTHER = ServiceIp.of("192.0.2.81");
  private static final boolean LOWER = true;

  private final WireCheck wire = new WireCheck(1);
  private final List<ServiceIp> asked = new ArrayList<>();
  private long nowNanos = -20 * MILLI_NANOS;

  @Test
  void whatNobodyAnswersForIsClearAfterThreeQuestions() {
    assertThat(seek(IP)).isFalse();
    assertThat(wire.silenceOf(IP)).isEqualTo(Silence.ASKING);
    runMillis(29);
    assertThat(seek(IP)).isFalse();
    assertThat(asked).containsExactly(IP, IP, IP);
    long before = wire.changes();
    runMillis(1);
    assertThat(wire.changes()).isGreaterThan(before);
    assertThat(seek(IP)).isTrue();
    assertThat(wire.silenceOf(IP)).isNull();
    assertThat(asked).hasSize(3);
  }

  @Test
  void whatIsAnsweredForIsHeldAndAskedForLessAndLessOften() {
    seek(IP);
    runMillis(5);
    hear(!LOWER);
    assertThat(wire.silenceOf(IP)).isEqualTo(Silence.ANSWERED_ELSEWHERE);
    assertThat(wire.held()).isEqualTo(1);
    asked.clear();
    for (int wait : new int[] {125, 250, 500, 1000, 1000}) {
      runMillis(wait - 1);
      assertThat(asked).as("before %d ms", wait).isEmpty();
      runMillis(1);
      assertThat(asked).as("after %d ms", wait).containsExactly(IP);
      hear(LOWER);
      asked.clear();
    }
    assertThat(seek(IP)).isFalse();
  }

  @Test
  void whatIsAnsweredForNoLongerIsClear() {
    seek(IP);
    runMillis(5);
    hear(LOWER);
    runMillis(125 + 30);
    assertThat(wire.held()).isZero();
    assertThat(seek(IP)).isTrue();
  }

  @Test
  void claimHeardBeforeTheQuestionPutsItOff() {
    hear(LOWER);
    runMillis(40);
    seek(IP);
    runMillis(59);
    assertThat(asked).as("the radar would not tell of an answer").isEmpty();
    runMillis(1);
    assertThat(asked).containsExactly(IP);
    runMillis(30);
    assertThat(seek(IP)).isTrue();
  }

  @Test
  void newViewAsksAgainAtOnce() {
    seek(IP);
    runMillis(1);
    hear(LOWER);
    runMillis(Radar.QUIET_NANOS / MILLI_NANOS);
    asked.clear();
    wire.viewInstalled(nowNanos);
    runMillis(0);
    assertThat(asked).containsExactly(IP);
  }

  @Test
  void ofTwoThatClaimAtOnceTheLowerStays() {
    claim();
    assertThat(hear(!LOWER)).as("the other is higher").isTrue();
    assertThat(hear(LOWER)).as("the other is lower").isFalse();
    assertThat(seek(IP)).isFalse();
    assertThat(wire.silenceOf(IP)).isEqualTo(Silence.ANSWERED_ELSEWHERE);
  }

  @Test
  void whoeverGoesOnAllTheSameIsLeftAlone() {
    claim();
    assertThat(hear(!LOWER)).isTrue();
    asked.clear();
    runMillis(99);
    assertThat(asked).isEmpty();
    runMillis(1);
    assertThat(asked).containsExactly(IP);
    assertThat(hear(!LOWER)).isFalse();
    assertThat(keep(IP)).isFalse();
  }

  @Test
  void whoeverClaimsAgainstOurAnswersIsLeftAlone() {
    claim();
    runMillis(100);
    assertThat(hear(!LOWER)).isFalse();
    assertThat(keep(IP)).isFalse();
    runMillis(2 * 125 + 30);
    assertThat(seek(IP)).as("nobody answers in the end").isTrue();
  }

  @Test
  void whoeverHandsOverIsNotYieldedToForASecond() {
    assertThat(pass(IP, WireCheck.Past.HANDED_OVER, true)).isTrue();
    runMillis(999);
    assertThat(hear(LOWER)).isTrue();
    assertThat(keep(IP)).isTrue();
    runMillis(1);
    assertThat(hear(LOWER)).isFalse();
    assertThat(keep(IP)).isFalse();
  }

  @Test
  void twoThatHaveHeardEachOtherDoNotAskInStepForEver() {
    long[] waited = new long[2];
    for (int seed = 0; seed < 2; seed++) {
      WireCheck one = new WireCheck(seed);
      one.begin();
      one.admits(IP, WireCheck.Past.OWN, true, 0);
      one.end();
      one.heard(IP, LOWER, 0);
      waited[seed] = one.deadlineNanos();
      assertThat(waited[seed]).isBetween(WireCheck.WAIT_MIN_NANOS, 2 * WireCheck.WAIT_MIN_NANOS);
    }
    assertThat(waited[0]).isNotEqualTo(waited[1]);
  }

  @Test
  void whatIsToBeClaimedIsAskedForFirst() {
    List<ServiceIp> claimed = new ArrayList<>();
    for (int i = 0; i < 1200; i++) {
      claimed.add(ServiceIp.of("10.0." + i / 250 + "." + (1 + i % 250)));
    }
    wire.begin();
    claimed.forEach(ip -> wire.admits(ip, WireCheck.Past.OWN, true, nowNanos));
    wire.end();
    runMillis(130);
    asked.clear();
    wire.begin();
    claimed.forEach(ip -> wire.admits(ip, WireCheck.Past.OWN, true, nowNanos));
    wire.admits(IP, WireCheck.Past.UNKNOWN, true, nowNanos);
    wire.end();
    runMillis(1);
    assertThat(asked).contains(IP);
  }

  @Test
  void whatClearsWithinAMomentIsOneChange() {
    List<ServiceIp> ips = new ArrayList<>();
    wire.begin();
    for (int i = 0; i < 1500; i++) {
      ips.add(ServiceIp.of("10.0." + i / 250 + "." + (1 + i % 250)));
      wire.admits(ips.getLast(), WireCheck.Past.UNKNOWN, true, nowNanos);
    }
    wire.end();
    runMillis(2_000);
    wire.begin();
    assertThat(ips).allMatch(ip -> wire.admits(ip, WireCheck.Past.UNKNOWN, true, nowNanos));
    wire.end();
    // 500 at once, and the others within a second.
    assertThat(wire.changes()).isBetween(2L, 2 + 1_000_000_000L / WireCheck.TOGETHER_NANOS);
  }

  @Test
  void whatIsAnsweredForWithoutABreakIsAskedForLessAndLessOften() {
    assertThat(keep(IP)).isTrue();
    for (int wait : new int[] {125, 250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000}) {
      runMillis(wait - 1);
      assertThat(asked).as("before %d ms", wait).isEmpty();
      runMillis(1);
      assertThat(asked).as("an announcement may have been lost").containsExactly(IP);
      runMillis(30);
      asked.clear();
    }
    assertThat(keep(IP)).isTrue();
  }

  @Test
  void whatWasClaimedAndIsNotAnsweredForIsAskedForAnew() {
    claim();
    asked.clear();
    assertThat(pass(IP, WireCheck.Past.OWN, false)).isFalse();
    runMillis(0);
    assertThat(asked).containsExactly(IP);
    runMillis(30);
    assertThat(pass(IP, WireCheck.Past.UNKNOWN, true)).isTrue();
  }

  @Test
  void whatIsClearBeforeItMayBeClaimedIsHeldWhenAnotherClaimsIt() {
    pass(IP, WireCheck.Past.UNKNOWN, false);
    runMillis(30);
    assertThat(pass(IP, WireCheck.Past.UNKNOWN, false)).isTrue();
    hear(!LOWER);
    assertThat(seek(IP)).isFalse();
  }

  @Test
  void pauseOfOneWhoIsAloneIsFollowedByTheQuestion() {
    claim();
    nowNanos += WireCheck.PAUSE_NANOS;
    look();
    assertThat(keep(IP)).isTrue();
    nowNanos += WireCheck.PAUSE_NANOS + 1;
    look();
    assertThat(keep(IP)).isFalse();
    runMillis(30);
    assertThat(keep(IP)).isTrue();
  }

  @Test
  void lateLookIsNoSilence() {
    seek(IP);
    look();
    nowNanos += 60 * MILLI_NANOS;
    look();
    assertThat(seek(IP)).as("the answer may lie unread").isFalse();
    runMillis(30);
    assertThat(seek(IP)).isTrue();
  }

  @Test
  void manyAreAskedForOnceFirstAndTheOldestFirst() {
    List<ServiceIp> ips = new ArrayList<>();
    wire.begin();
    for (int i = 0; i < 1000; i++) {
      ips.add(ServiceIp.of("10.0." + i / 250 + "." + (1 + i % 250)));
      wire.admits(ips.getLast(), WireCheck.Past.UNKNOWN, true, nowNanos);
    }
    wire.end();
    look();
    assertThat(asked).containsExactlyElementsOf(ips.subList(0, 500));
    runMillis(500);
    assertThat(asked).containsExactlyElementsOf(ips);
    runMillis(30);
    wire.begin();
    assertThat(ips).allMatch(ip -> wire.admits(ip, WireCheck.Past.UNKNOWN, true, nowNanos));
    wire.end();
  }

  @Test
  void whatIsNoLongerSoughtIsForgotten() {
    seek(IP);
    runMillis(1);
    hear(LOWER);
    seek(OTHER);
    assertThat(wire.silenceOf(IP)).isNull();
    assertThat(wire.held()).isZero();
    asked.clear();
    runMillis(2000);
    assertThat(asked).containsOnly(OTHER);
  }

  @Test
  void majorityForgetsAll() {
    seek(IP);
    runMillis(1);
    hear(LOWER);
    wire.forget();
    assertThat(wire.held()).isZero();
    assertThat(wire.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  private void claim() {
    seek(IP);
    runMillis(WireCheck.ANSWER_NANOS / MILLI_NANOS);
    assertThat(seek(IP)).isTrue();
  }

  /** It is to be claimed. */
  private boolean seek(ServiceIp ip) {
    return pass(ip, WireCheck.Past.UNKNOWN, true);
  }

  /** It is answered for and is to stay so. */
  private boolean keep(ServiceIp ip) {
    return pass(ip, WireCheck.Past.OWN, true);
  }

  private boolean pass(ServiceIp ip, WireCheck.Past past, boolean claimable) {
    wire.begin();
    boolean admitted = wire.admits(ip, past, claimable, nowNanos);
    wire.end();
    return admitted;
  }

  private boolean hear(boolean lower) {
    return wire.heard(IP, lower, nowNanos);
  }

  private void runMillis(long millis) {
    long endNanos = nowNanos + millis * MILLI_NANOS;
    look();
    long next = wire.deadlineNanos();
    while (next != Instants.NEVER && next - endNanos <= 0) {
      assertThat(next - nowNanos).as("progress").isPositive();
      // One who is alone looks ten times a second.
      nowNanos = Math.min(next, nowNanos + 100 * MILLI_NANOS);
      look();
      next = wire.deadlineNanos();
    }
    while (nowNanos - endNanos < 0) {
      nowNanos = Math.min(endNanos, nowNanos + 100 * MILLI_NANOS);
      look();
    }
  }

  private void look() {
    wire.judge(true, nowNanos);
    asked.addAll(wire.questions(nowNanos));
  }
}
