package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.link;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.members;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static dev.starling.speaker.core.Cast.viewOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.membership.View;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whoever was given up may live and answer until its permit has ended. */
class SpeakerSuccessionTest {
  private static final ServiceIp UNIQUE = ipOf("b", "a", "c");
  private static final ServiceIp AVAILABLE = ipOf("a", "b", "c");
  private static final Plan PLAN =
      plan(setOf("a", "b", "c"), service(true, UNIQUE), service(false, AVAILABLE));

  private final Hand hand = Hand.settled(PLAN, "a", "b", "c");

  @Test
  void uniqueIpOfOneThatHasCrashedIsTakenOverWhenItsPermitMustHaveEnded() {
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 300 * MILLI_NANOS, false));
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    hand.runMillis(300);
    assertThat(hand.answered()).as("c may observe b in the old view").doesNotContain(UNIQUE);
    hand.describeAll(view(2, "a", "c"));
    assertThat(hand.answered()).containsExactly(AVAILABLE);
    assertThat(silence()).isEqualTo(Silence.SUCCESSION);
    hand.runMillis(199);
    assertThat(hand.answered()).containsExactly(AVAILABLE);
    hand.runMillis(1);
    assertThat(hand.answered()).containsExactlyInAnyOrder(AVAILABLE, UNIQUE);
    assertThat(silence()).isNull();
    assertThat(hand.notes(Note.Claimed.class))
        .extracting(Note.Claimed::cause)
        .containsExactly(FlightRecord.Cause.DEATH);
  }

  @Test
  void uniqueIpOfOneThatWasSilentForLongIsTakenOverAtOnce() {
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 200 * MILLI_NANOS, true));
    leave();
    assertThat(hand.answered()).containsExactlyInAnyOrder(AVAILABLE, UNIQUE);
  }

  @Test
  void ofOneThatWasHeardHereTheRestOfThePermitIsWaitedFor() {
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 40 * MILLI_NANOS, true));
    leave();
    hand.runMillis(159);
    assertThat(hand.answered()).doesNotContain(UNIQUE);
    hand.runMillis(1);
    assertThat(hand.answered()).contains(UNIQUE);
  }

  @Test
  void ofOneThatNobodyHereSuspectedTheWholePermitIsWaitedFor() {
    leave();
    hand.runMillis(199);
    assertThat(hand.answered()).doesNotContain(UNIQUE);
    hand.runMillis(1);
    assertThat(hand.answered()).contains(UNIQUE);
  }

  @Test
  void whoeverHandedOverIsNotWaitedFor() {
    hand.describe(member("b"), view(1, "a", "b", "c"), new Description(true, true, setOf("eth0")));
    hand.confirmAll();
    assertThat(hand.answered()).contains(UNIQUE);
    leave();
    assertThat(hand.answered()).contains(UNIQUE);
  }

  @Test
  void aSuspicionThatWasTakenBackSaysNothingOfALaterCrash() {
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 200 * MILLI_NANOS, true));
    hand.step(new Event.Unsuspected(member("b")));
    hand.after(60_000);
    leave();
    assertThat(hand.answered()).doesNotContain(UNIQUE);
  }

  @Test
  void twoThatDieTogetherAreBothKnownToHaveBeenSilent() {
    SortedSet<String> five = setOf("a", "b", "c", "d", "e");
    Hand one =
        Hand.settled(
            plan(five, service(true, ipOf("b", "a", "c", "d", "e"))), "a", "b", "c", "d", "e");
    for (String dead : List.of("b", "d")) {
      one.step(new Event.Suspected(member(dead), one.nowNanos - 200 * MILLI_NANOS, true));
    }
    one.step(new Event.ViewInstalled(view(2, "a", "b", "c", "e")));
    one.describeAll(view(2, "a", "b", "c", "e"));
    one.step(new Event.ViewInstalled(view(3, "a", "c", "e")));
    one.describeAll(view(3, "a", "c", "e"));
    assertThat(one.answered()).hasSize(1);
  }

  @Test
  void whatALivingMemberHandsOverIsNotWaitedFor() {
    ServiceIp of = ipOf("c", "a", "b");
    Hand heir = Hand.settled(plan(setOf("a", "b", "c"), service(true, of)), "a", "b", "c");
    View without = view(2, "a", "c");
    heir.step(new Event.ViewInstalled(without));
    heir.describeAll(without);
    heir.describe(member("c"), without, new Description(true, true, setOf("eth0")));
    assertThat(heir.answered()).containsExactly(of);
  }

  @Test
  void whoeverComesLaterWaitsAsWell() {
    Hand late = new Hand(0);
    late.step(new Event.Configured(PLAN));
    late.step(new Event.LinkSeen(link(ETH0, true, true)));
    late.step(new Event.ViewInstalled(view(4, "c")));
    late.step(new Event.ViewInstalled(view(5, "a", "c")));
    late.after(Hand.SETTLE_NANOS / MILLI_NANOS);
    late.describeAll(view(5, "a", "c"));
    late.confirmAll();
    assertThat(late.answered()).containsExactly(AVAILABLE);
    late.runMillis(200);
    assertThat(late.answered()).contains(UNIQUE);
  }

  @Test
  void anyIpOfOneThatAMergeLeftOutIsWaitedFor() {
    SortedSet<String> four = setOf("a", "b", "c", "d");
    ServiceIp theirs = ipOf("b", "a", "c");
    ServiceIp of = ipOf("c", "a", "b");
    Hand one = Hand.settled(plan(four, service(false, theirs, of)), "a", "b", "c");
    View torn = viewOf(3, members("a", "c", "d"), List.of(members("a", "c"), members("d")));
    one.step(new Event.ViewInstalled(torn));
    one.describeAll(torn);
    one.runMillis(199);
    assertThat(one.answered()).doesNotContain(theirs);
    one.runMillis(1);
    assertThat(one.answered()).contains(theirs);
  }

  @Test
  void whatIsOursStaysOurs() {
    ServiceIp ours = ipOf("a", "b", "c");
    Hand owner = Hand.settled(plan(setOf("a", "b", "c"), service(true, ours)), "a", "b", "c");
    owner.step(new Event.Suspected(member("b"), owner.nowNanos, false));
    owner.step(new Event.ViewInstalled(view(2, "a", "c")));
    owner.describeAll(view(2, "a", "c"));
    assertThat(owner.answered()).containsExactly(ours);
  }

  private void leave() {
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    hand.describeAll(view(2, "a", "c"));
  }

  private @Nullable Silence silence() {
    return hand.status().ips().stream()
        .filter(ip -> ip.ip().equals(UNIQUE.text()))
        .findFirst()
        .orElseThrow()
        .silence();
  }
}
