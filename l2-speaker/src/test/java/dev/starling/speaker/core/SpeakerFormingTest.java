package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.GOOD;
import static dev.starling.speaker.core.Cast.MILLI_NANOS;
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
import org.junit.jupiter.api.Test;

/** The speaker on node a settles while b and c are only just starting. */
class SpeakerFormingTest {
  private static final ServiceIp OURS = ipOf("a", "b", "c");
  private static final ServiceIp THEIRS = ipOf("b", "a", "c");
  private static final Plan PLAN = plan(setOf("a", "b", "c"), service(false, OURS, THEIRS));
  private static final View VIEW = view(1, "a", "b", "c");
  private static final Description STARTING = new Description(false, false, setOf(ETH0));

  @Test
  void whatWillBeAnothersIsLeftToItForAsLongAsAPlannedMoveMayTake() {
    Hand hand = settledWith(STARTING, false);
    assertThat(hand.answered()).containsExactly(OURS);
    assertThat(hand.status().ips())
        .filteredOn(ip -> ip.ip().equals(THEIRS.text()))
        .extracting(SpeakerStatus.IpStatus::silence)
        .containsExactly(Silence.SETTLING);

    hand.runMillis(Forming.LIMIT_NANOS / MILLI_NANOS);
    assertThat(hand.answered()).containsExactlyInAnyOrder(OURS, THEIRS);
  }

  @Test
  void whatWouldBeOfOneWithoutALinkIsLeftToItToo() {
    Hand hand = settledWith(new Description(true, false, setOf()), false);
    assertThat(hand.answered()).containsExactly(OURS);
  }

  @Test
  void aGroupThatAnswersAlreadyIsNotWaitedFor() {
    Hand hand = settledWith(STARTING, true);
    assertThat(hand.answered()).containsExactlyInAnyOrder(OURS, THEIRS);
  }

  /** Speaker a has just settled; c has, and says whether the group exists; b is as described. */
  private static Hand settledWith(Description ofB, boolean established) {
    var hand = new Hand(0);
    hand.step(new Event.Configured(PLAN));
    hand.step(new Event.LinkSeen(link(ETH0, true, true)));
    hand.step(new Event.ViewInstalled(VIEW));
    hand.receive(member("b"), new PeerMessage.Described(1, VIEW.id(), ofB, false));
    hand.receive(member("c"), new PeerMessage.Described(1, VIEW.id(), GOOD, established));
    hand.confirmAll();
    hand.after(Hand.SETTLE_NANOS / MILLI_NANOS);
    hand.confirmAll();
    assertThat(hand.speaker.isSettled()).isTrue();
    return hand;
  }
}
