package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.ipsOf;
import static dev.starling.speaker.core.Cast.link;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A speaker that is woken by nothing but its own deadlines, for a minute: from a time before zero,
 * and from shortly before the clock wraps.
 */
class SpeakerTimeTest {
  private static final Plan PLAN =
      plan(setOf("a", "b"), service(false, ipOf("a", "b"), ipOf("b", "a")));

  /** Starts so that the settling or the announcements cross zero or the wrap. */
  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, -30_000_000_000L, Long.MIN_VALUE, Long.MAX_VALUE - 10L})
  void oneThatIsAloneForGoodOwnsEverythingAfterTheSettleTime(long start) {
    Hand hand = begin(start, plan(setOf("a"), service(false, ipOf("a"))), false);
    hand.step(new Event.ViewInstalled(view(1, "a")));
    assertThat(hand.answered()).as("nobody else is expected").hasSize(1);
    int steps = hand.runMillis(60_000);
    assertThat(steps).isBetween(3, 20);
    assertThat(hand.status().state()).isEqualTo(SpeakerState.ACTIVE);
    assertThat(hand.status().stateAgeMillis()).isEqualTo(60_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, Long.MAX_VALUE - 700_000_001L, Long.MAX_VALUE - 10L})
  void survivorWithACarrierOnlySettlesAndOwnsEverything(long start) {
    Hand hand = begin(start, PLAN, false);
    hand.step(new Event.ViewInstalled(view(1, "a")));
    hand.runMillis(1029);
    assertThat(hand.answered()).as("settled, and asking").isEmpty();
    hand.runMillis(1);
    assertThat(hand.answered()).hasSize(2);
    assertThat(hand.runMillis(60_000)).isBetween(600, 700);
    assertThat(hand.status().state()).isEqualTo(SpeakerState.ACTIVE);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, Long.MAX_VALUE - 700_000_001L, Long.MAX_VALUE - 10L})
  void oneWhoseWitnessIsSilentGoesOnAskingAndStaysSilent(long start) {
    Hand hand = begin(start, PLAN, true);
    hand.step(new Event.ViewInstalled(view(1, "a")));
    assertThat(hand.runMillis(60_000)).isBetween(590, 620);
    assertThat(hand.answered()).isEmpty();
    assertThat(hand.status().state()).isEqualTo(SpeakerState.ISOLATED);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, Long.MAX_VALUE - 700_000_001L, Long.MAX_VALUE - 10L})
  void oneOfAPairRestsOnceEverythingIsConfirmed(long start) {
    Hand hand = begin(start, PLAN, true);
    hand.step(new Event.ViewInstalled(view(1, "b", "a")));
    hand.describeAll(view(1, "b", "a"));
    hand.confirmAll();
    assertThat(hand.answered()).containsExactly(ipOf("a", "b"));
    assertThat(hand.runMillis(60_000)).isBetween(3, 20);
    assertThat(hand.status().state()).isEqualTo(SpeakerState.ACTIVE);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, Long.MAX_VALUE - 700_000_001L, Long.MAX_VALUE - 10L})
  void oneWhoseFellowSaysNothingGivesUpRepeatingItself(long start) {
    Hand hand = begin(start, PLAN, true);
    hand.step(new Event.ViewInstalled(view(1, "b", "a")));
    assertThat(hand.runMillis(60_000)).isBetween(40, 160);
    assertThat(hand.answered()).as("the other has not settled").hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, Long.MAX_VALUE - 700_000_001L})
  void drainOfOneWhoseFellowSaysNothingComesToAnEnd(long start) {
    Hand hand = begin(start, PLAN, true);
    hand.step(new Event.ViewInstalled(view(1, "b", "a")));
    hand.runMillis(3000);
    hand.step(new Event.DrainRequested());
    assertThat(hand.runMillis(1099)).isBetween(1, 30);
    assertThat(hand.answered()).isEmpty();
    assertThat(hand.effects(Effect.Leave.class)).isEmpty();
    hand.runMillis(1);
    assertThat(hand.effects(Effect.Leave.class)).hasSize(1);
    assertThat(hand.runMillis(60_000)).as("whoever has left wants nothing").isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L, Long.MAX_VALUE - 700_000_001L})
  void manyIpsAreAnnouncedAtAPace(long start) {
    ServiceIp[] ips = ipsOf(2000, "a").toArray(ServiceIp[]::new);
    Hand hand = begin(start, plan(setOf("a"), service(false, ips)), false);
    hand.step(new Event.ViewInstalled(view(1, "a")));
    assertThat(hand.answered()).hasSize(2000);
    assertThat(hand.runMillis(10_000)).isBetween(1000, 20_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutAViewThereIsNothingToWaitFor(boolean linkReturns) {
    Hand hand = begin(-5, PLAN, true);
    if (linkReturns) {
      hand.step(new Event.LinkSeen(link(ETH0, false, true)));
      hand.step(new Event.LinkSeen(link(ETH0, true, true)));
    }
    assertThat(hand.runMillis(60_000)).isZero();
    hand.step(new Event.ViewInstalled(view(1, "a")));
    hand.step(new Event.WitnessHeard());
    hand.after(40);
    assertThat(hand.speaker.isSettled()).as("the settle time begins with the view").isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -500_000_000L})
  void withoutAConfigurationThereIsNothingToWaitFor(long start) {
    var hand = new Hand(start);
    hand.step(new Event.ViewInstalled(view(1, "a", "b")));
    hand.step(new Event.Suspected(member("b"), 0, true));
    assertThat(hand.runMillis(60_000)).isZero();
  }

  private static Hand begin(long start, Plan plan, boolean witness) {
    var hand = new Hand(start);
    hand.step(new Event.Configured(plan));
    hand.step(new Event.LinkSeen(link(ETH0, true, witness)));
    return hand;
  }
}
