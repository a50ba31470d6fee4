package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.link;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.membership.View;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The speaker on node a hands over. */
class SpeakerDrainTest {
  private static final ServiceIp OURS = ipOf("a", "b", "c");
  private static final ServiceIp LAST = ipOf("c", "b", "a");
  private static final Plan PLAN = plan(setOf("a", "b", "c"), service(false, OURS, LAST));
  private static final Plan DRAIN = new Plan(PLAN.expected(), PLAN.services(), true);

  @Test
  void drainingSpeakerAnswersUntilItsHeirHasConfirmedAndThenLingers() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.DrainRequested());
    assertThat(hand.effects(Effect.Publish.class)).isEmpty();
    assertThat(hand.effects(Effect.Broadcast.class)).hasSize(1);
    assertThat(hand.answered()).containsExactly(OURS);
    assertThat(hand.status().state()).isEqualTo(SpeakerState.DRAINING);
    assertThat(hand.status().why()).isEqualTo("handing over");
    hand.runMillis(200);
    assertThat(hand.answered()).containsExactly(OURS);
    hand.confirmAll();
    assertThat(hand.answered()).isEmpty();
    assertThat(hand.status().why()).isEqualTo("drained");
    hand.runMillis(99);
    assertThat(hand.effects(Effect.Leave.class)).isEmpty();
    hand.runMillis(1);
    assertThat(hand.last).containsExactly(new Effect.Leave());
  }

  @Test
  void endOfADrainIsToldWithWhoDidNotConfirm() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.DrainRequested());
    hand.runMillis(999);
    assertThat(hand.answered()).containsExactly(OURS);
    hand.runMillis(1);
    assertThat(hand.last.getFirst()).isEqualTo(new Effect.Publish(new TreeMap<>()));
    assertThat(hand.notes(Note.DrainFinished.class))
        .containsExactly(new Note.DrainFinished(1, 0, 1000));
    assertThat(hand.notes(Note.Released.class))
        .containsExactly(new Note.Released(OURS.text(), "web", "lost", "b"));
  }

  @Test
  void whoeverDoesNotTakeOverIsNotWaitedFor() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.DrainRequested());
    hand.receive(member("c"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).as("b takes over").containsExactly(OURS);
    hand.receive(member("b"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).isEmpty();

    hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.DrainRequested());
    hand.receive(member("b"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).as("c is not asked").isEmpty();
    assertThat(hand.notes(Note.DrainFinished.class))
        .containsExactly(new Note.DrainFinished(0, 0, 0));
  }

  @Test
  void everybodyIsWaitedForWhereNobodyIsKnownToTakeOver() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    View view = view(1, "a", "b", "c");
    hand.describe(member("b"), view, new Description(true, false, setOf()));
    hand.describe(member("c"), view, new Description(true, false, setOf()));
    hand.step(new Event.DrainRequested());
    hand.receive(member("b"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).containsExactlyInAnyOrder(OURS, LAST);
    hand.receive(member("c"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).isEmpty();
  }

  @Test
  void whoeverHasNotDescribedItselfMayTakeOver() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.ViewInstalled(view(2, "a", "b", "c", "d")));
    hand.confirmAll();
    hand.step(new Event.DrainRequested());
    hand.receive(member("b"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).containsExactly(OURS);
    hand.receive(member("d"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).isEmpty();
  }

  @Test
  void endOfADrainOfTheLastOneIsToldWithWhatNobodyOwns() {
    Hand hand = Hand.settled(plan(setOf("a"), service(false, OURS)), "a");
    hand.step(new Event.DrainRequested());
    assertThat(hand.notes(Note.DrainFinished.class))
        .containsExactly(new Note.DrainFinished(0, 1, 0));
  }

  @Test
  void conflictIsNoneWhileTheNextOwnerAnnounces() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.runMillis(5000);
    hand.step(new Event.DrainRequested());
    assertThat(hand.step(new Event.ForeignClaim(OURS, ETH0, "02:00:00:00:00:99", true))).isEmpty();
  }

  @Test
  void configuredDrainHandsOverAndStaysAndComesBack() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.Configured(DRAIN));
    hand.confirmAll();
    assertThat(hand.answered()).isEmpty();
    hand.runMillis(5000);
    assertThat(hand.effects(Effect.Leave.class)).isEmpty();
    hand.step(new Event.Configured(PLAN));
    assertThat(hand.answered()).isEmpty();
    hand.confirmAll();
    assertThat(hand.answered()).containsExactly(OURS);
  }

  @Test
  void drainThatIsCalledOffDoesNotFinish() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.Configured(DRAIN));
    hand.step(new Event.Configured(PLAN));
    assertThat(hand.answered()).as("b may have taken over").isEmpty();
    assertThat(hand.notes(Note.DrainFinished.class)).isEmpty();
    hand.confirmAll();
    assertThat(hand.answered()).containsExactly(OURS);
    assertThat(hand.status().state()).isEqualTo(SpeakerState.ACTIVE);
  }

  @Test
  void oneWhoIsAloneLeavesAtOnce() {
    Hand hand = Hand.settled(plan(setOf("a"), service(false, ipOf("a"))), "a");
    assertThat(hand.answered()).hasSize(1);
    hand.step(new Event.DrainRequested());
    assertThat(hand.last.getFirst()).isEqualTo(new Effect.Publish(new TreeMap<>()));
    assertThat(hand.effects(Effect.Leave.class)).hasSize(1);
  }

  @Test
  void requestBeforeAnyViewLeavesAtOnceAndOnlyOnce() {
    var hand = new Hand(0);
    hand.step(new Event.Configured(PLAN));
    hand.step(new Event.LinkSeen(link(ETH0, true, true)));
    assertThat(hand.step(new Event.DrainRequested())).containsExactly(new Effect.Leave());
    assertThat(hand.step(new Event.DrainRequested())).isEmpty();
    hand.step(new Event.ViewInstalled(view(1, "a", "b")));
    assertThat(hand.answers).isEmpty();
    assertThat(hand.effects(Effect.Leave.class)).isEmpty();
  }
}
