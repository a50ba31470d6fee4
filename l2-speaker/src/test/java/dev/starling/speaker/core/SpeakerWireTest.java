package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The speaker on node a, whose MAC ends in 01, without a majority: it asks the wire. */
class SpeakerWireTest {
  private static final ServiceIp OURS = ipOf("a", "b");
  private static final ServiceIp THEIRS = ipOf("b", "a");
  private static final Plan PAIR = plan(setOf("a", "b"), service(false, OURS, THEIRS));
  private static final ServiceIp MINE = ipOf("a", "b", "c", "d");
  private static final ServiceIp BS = ipOf("b", "a", "c", "d");
  private static final Plan FOUR = plan(setOf("a", "b", "c", "d"), service(false, MINE, BS));
  private static final String LOWER = "02:00:00:00:00:00";
  private static final String HIGHER = "02:00:00:00:00:99";

  @Test
  void survivorOfTwoAsksDuringItsLastCallAndIsNoLaterThanThat() {
    Hand hand = alone();
    assertThat(hand.effects(Effect.Hail.class)).hasSize(1);
    assertThat(hand.effects(Effect.Ask.class)).containsExactly(ask(OURS, THEIRS));
    hand.runMillis(29);
    assertThat(hand.answered()).isEmpty();
    hand.runMillis(1);
    assertThat(hand.answered()).containsExactlyInAnyOrder(OURS, THEIRS);
  }

  @Test
  void whatIsAnsweredElsewhereIsNotClaimedUntilNobodyAnswers() {
    Hand hand = alone();
    hand.step(new Event.ForeignClaim(THEIRS, ETH0, HIGHER, true));
    assertThat(hand.notes(Note.AnsweredElsewhere.class))
        .containsExactly(new Note.AnsweredElsewhere(true, THEIRS.text(), HIGHER));
    hand.runMillis(30);
    assertThat(hand.answered()).containsExactly(OURS);
    assertThat(silenceOf(hand, THEIRS)).isEqualTo(Silence.ANSWERED_ELSEWHERE);
    assertThat(hand.status().why())
        .isEqualTo("no majority; others on this segment answer for 1 IPs");
    hand.step(new Event.WitnessHeard());
    hand.runMillis(125);
    assertThat(hand.answered()).containsExactlyInAnyOrder(OURS, THEIRS);
    assertThat(hand.notes(Note.AnsweredElsewhere.class))
        .containsExactly(new Note.AnsweredElsewhere(false, "", ""));
  }

  @Test
  void silentWitnessLeavesNothingToAsk() {
    Hand hand = Hand.settled(PAIR, "a", "b");
    hand.step(new Event.ViewInstalled(view(2, "a")));
    hand.runMillis(1000);
    assertThat(hand.effects(Effect.Ask.class)).isEmpty();
    assertThat(silenceOf(hand, OURS)).isEqualTo(Silence.ISOLATED);
  }

  @Test
  void hostThatOnlySendsFromOurIpIsNoReasonToRelease() {
    Hand hand = alone();
    hand.step(new Event.ForeignClaim(OURS, ETH0, LOWER, false));
    hand.runMillis(30);
    hand.step(new Event.ForeignClaim(OURS, ETH0, LOWER, false));
    assertThat(hand.answered()).contains(OURS);
    assertThat(hand.notes(Note.ConflictHeard.class)).hasSize(1);
  }

  @Test
  void lowerMacTakesOverAndHigherOneIsToldOff() {
    Hand hand = alone();
    hand.runMillis(30);
    hand.step(new Event.ForeignClaim(OURS, ETH0, HIGHER, true));
    assertThat(hand.effects(Effect.Announce.class)).hasSize(1);
    assertThat(hand.answered()).contains(OURS);
    hand.step(new Event.ForeignClaim(OURS, ETH0, LOWER, true));
    assertThat(hand.answered()).containsExactly(THEIRS);
    assertThat(hand.last.getFirst()).isEqualTo(new Effect.Publish(hand.answers));
    assertThat(hand.notes(Note.ConflictHeard.class)).isEmpty();
  }

  @Test
  void whoeverStillAnswersAfterItWasToldOffIsLeftAlone() {
    Hand hand = alone();
    hand.runMillis(30);
    hand.step(new Event.ForeignClaim(OURS, ETH0, HIGHER, true));
    hand.step(new Event.WitnessHeard());
    hand.runMillis(100);
    assertThat(hand.effects(Effect.Ask.class)).containsExactly(ask(OURS));
    hand.step(new Event.ForeignClaim(OURS, ETH0, HIGHER, true));
    assertThat(hand.answered()).containsExactly(THEIRS);
  }

  @Test
  void majorityYieldsToNobodyAndAsksNobody() {
    Hand hand = Hand.settled(PAIR, "a", "b");
    hand.step(new Event.ForeignClaim(OURS, ETH0, LOWER, true));
    hand.runMillis(1000);
    hand.step(new Event.ForeignClaim(OURS, ETH0, LOWER, true));
    assertThat(hand.answered()).containsExactly(OURS);
    hand.describe(Cast.member("b"), view(1, "a", "b"), new Description(true, true, setOf(ETH0)));
    assertThat(hand.answered()).as("at once").containsExactlyInAnyOrder(OURS, THEIRS);
    assertThat(hand.effects(Effect.Ask.class)).isEmpty();
  }

  @Test
  void cardOfOurOwnIsNobodyElse() {
    Hand hand = alone();
    hand.step(new Event.ForeignClaim(OURS, ETH0, "02:00:00:00:00:01", true));
    hand.runMillis(30);
    assertThat(hand.answered()).contains(OURS);
  }

  @Test
  void ownerThatBecomesOneOfFewAnswersOnAndAsksForTheRest() {
    Hand hand = Hand.settled(FOUR, "a", "b", "c", "d");
    assertThat(hand.answered()).containsExactly(MINE);
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    assertThat(hand.answered()).containsExactly(MINE);
    assertThat(hand.effects(Effect.Ask.class)).containsExactly(ask(BS));
    hand.runMillis(30);
    assertThat(hand.answered()).containsExactlyInAnyOrder(MINE, BS);
  }

  @Test
  void ownerThatLostItsPermitBeforeItBecameOneOfFewAsksForAll() {
    Hand hand = Hand.settled(FOUR, "a", "b", "c", "d");
    hand.step(new Event.PermitChanged(false));
    assertThat(hand.answered()).as("by the table, not by the permit").containsExactly(MINE);
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    assertThat(hand.answered()).isEmpty();
    assertThat(hand.effects(Effect.Ask.class)).isEmpty();
    hand.step(new Event.WitnessHeard());
    hand.step(new Event.PermitChanged(true));
    hand.confirmAll();
    hand.runMillis(30);
    assertThat(hand.answered()).containsExactlyInAnyOrder(MINE, BS);
  }

  @Test
  void handoverAmongFewIsNotHeldUp() {
    Hand hand = Hand.settled(FOUR, "a", "b", "c", "d");
    hand.step(new Event.ViewInstalled(view(2, "a", "b")));
    hand.describeAll(view(2, "a", "b"));
    hand.describe(Cast.member("b"), view(2, "a", "b"), new Description(true, true, setOf(ETH0)));
    assertThat(hand.answered()).as("at once").containsExactlyInAnyOrder(MINE, BS);
    hand.step(new Event.ForeignClaim(BS, ETH0, LOWER, true));
    assertThat(hand.answered()).as("b's last word").contains(BS);
  }

  /** Settled in a pair, then alone with a witness that has just answered. */
  private static Hand alone() {
    Hand hand = Hand.settled(PAIR, "a", "b");
    hand.step(new Event.ViewInstalled(view(2, "a")));
    assertThat(hand.answered()).isEmpty();
    hand.step(new Event.WitnessHeard());
    return hand;
  }

  private static Effect.Ask ask(ServiceIp... ips) {
    return new Effect.Ask(ETH0, List.of(ips).stream().sorted().toList());
  }

  private static Silence silenceOf(Hand hand, ServiceIp ip) {
    return hand.status().ips().stream()
        .filter(each -> each.ip().equals(ip.text()))
        .map(SpeakerStatus.IpStatus::silence)
        .findFirst()
        .orElseThrow();
  }
}
