package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
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
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 300 * MILLI_NANOS, true));
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
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 200 * MILLI_NANOS, false));
    leave();
    assertThat(hand.answered()).containsExactlyInAnyOrder(AVAILABLE, UNIQUE);
  }

  @Test
  void ofOneThatWasHeardHereTheRestOfThePermitIsWaitedFor() {
    hand.step(new Event.Suspected(member("b"), hand.nowNanos - 40 * MILLI_NANOS, false));
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
  void whatIsOursStaysOurs() {
    ServiceIp ours = ipOf("a", "b", "c");
    Hand owner = Hand.settled(plan(setOf("a", "b", "c"), service(true, ours)), "a", "b", "c");
    owner.step(new Event.Suspected(member("b"), owner.nowNanos, true));
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
