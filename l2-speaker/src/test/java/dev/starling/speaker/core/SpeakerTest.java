package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.GOOD;
import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.announce;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.link;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static dev.starling.speaker.core.Cast.viewOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.arpndp.responder.Announcements;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.speaker.core.FlightRecord.Cause;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The speaker on node a, step by step. */
class SpeakerTest {
  private static final ServiceIp OURS = ipOf("a", "b", "c");
  private static final ServiceIp THEIRS = ipOf("b", "a", "c");
  private static final Plan PLAN = plan(setOf("a", "b", "c"), service(false, OURS, THEIRS));
  private static final String MAC = "02:00:00:00:00:99";

  @Test
  void startClaimsNothingBeforeItHasSettled() {
    var hand = new Hand(-5);
    hand.step(new Event.Configured(PLAN));
    hand.step(new Event.LinkSeen(link(ETH0, true, true)));
    hand.step(new Event.ViewInstalled(view(1, "a", "b")));
    hand.describeAll(view(1, "a", "b"));
    hand.runMillis(999);
    assertThat(hand.answered()).isEmpty();
    assertThat(hand.status().state()).isEqualTo(SpeakerState.SETTLING);
    assertThat(hand.status().why()).isEqualTo("waiting for the other expected speakers");
    hand.runMillis(1);
    assertThat(hand.answered()).as("b has yet to confirm").isEmpty();
    assertThat(hand.status().why()).isEqualTo("waiting for 1 members to confirm");
    hand.receive(member("b"), new PeerMessage.Applied(hand.told()));
    assertThat(hand.answered()).containsExactly(OURS);
    assertThat(hand.speaker.isSettled()).isTrue();
    assertThat(hand.notes(Note.StateChanged.class))
        .containsExactly(
            new Note.StateChanged(SpeakerState.SETTLING, SpeakerState.ACTIVE, "majority", 1000));
  }

  @Test
  void framesGoBeforeMessagesAndMessagesBeforeWords() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.Suspected(member("b"), 0, true));
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    assertThat(hand.last.get(0)).isInstanceOf(Effect.Publish.class);
    assertThat(hand.last.get(1)).isEqualTo(announce(ETH0, THEIRS));
    assertThat(hand.last.get(2)).isInstanceOf(Effect.Broadcast.class);
    assertThat(hand.last.get(3)).as("of two, one asks").isEqualTo(new Effect.AskWitness(ETH0));
    assertThat(hand.last.subList(4, hand.last.size()))
        .isNotEmpty()
        .allSatisfy(effect -> assertThat(effect).isInstanceOf(Effect.Tell.class));
  }

  @Test
  void lossOfTheLinkReleasesBeforeAnybodyIsTold() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    assertThat(hand.answered()).containsExactly(OURS);
    hand.step(new Event.LinkSeen(link(ETH0, false, true)));
    assertThat(hand.last.get(0)).isEqualTo(new Effect.Publish(new TreeMap<>()));
    assertThat(hand.last.get(1)).isInstanceOf(Effect.Broadcast.class);
    assertThat(hand.notes(Note.Released.class))
        .containsExactly(new Note.Released(OURS.text(), "web", "lost", "b"));
    assertThat(hand.notes(Note.LinkChanged.class))
        .containsExactly(new Note.LinkChanged(ETH0, "down", false));
  }

  @Test
  void linkThatReturnsSettlesAgain() {
    Hand hand = Hand.settled(PLAN, "a", "b");
    hand.step(new Event.LinkSeen(link(ETH0, false, true)));
    hand.step(new Event.LinkSeen(link(ETH0, true, true)));
    hand.confirmAll();
    assertThat(hand.status().state()).isEqualTo(SpeakerState.SETTLING);
    assertThat(hand.answered()).isEmpty();
    hand.after(1000);
    hand.confirmAll();
    assertThat(hand.answered()).containsExactly(OURS);
  }

  @Test
  void newAddressOfALinkIsAnnounced() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(
        new Event.LinkSeen(
            new LinkState(ETH0, true, true, true, true, MAC, 2, true, 0, false, false)));
    assertThat(hand.last.getFirst()).isEqualTo(announce(ETH0, OURS));
  }

  @Test
  void failoverIsOneRecordWithItsPhases() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.Announced());
    long start = hand.nowNanos;
    hand.nowNanos += 203 * MILLI_NANOS;
    hand.step(new Event.Suspected(member("b"), start, true));
    assertThat(hand.notes(Note.Suspected.class)).containsExactly(new Note.Suspected("b", 203));
    hand.nowNanos += 5 * MILLI_NANOS;
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    assertThat(hand.notes(Note.Claimed.class))
        .containsExactly(new Note.Claimed(THEIRS.text(), "web", Cause.DEATH, "b"));
    hand.nowNanos += MILLI_NANOS;
    hand.step(new Event.Announced());
    var flight =
        new FlightRecord(
            Cause.DEATH,
            "b",
            "a",
            view(2, "a", "c").id().toString(),
            List.of(THEIRS.text()),
            1,
            start,
            start + 203 * MILLI_NANOS,
            start + 208 * MILLI_NANOS,
            start + 208 * MILLI_NANOS,
            start + 209 * MILLI_NANOS);
    assertThat(hand.notes(Note.Failover.class)).containsExactly(new Note.Failover(flight));
    assertThat(hand.status().failovers()).startsWith(flight);
  }

  @Test
  void sameConfigurationAgainDoesNotHideTheCauseOfALaterFailover() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.Configured(PLAN));
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    assertThat(hand.notes(Note.Claimed.class))
        .containsExactly(new Note.Claimed(THEIRS.text(), "web", Cause.DEATH, "b"));
  }

  @Test
  void lostPermitStopsAnnouncementsUntilItIsBack() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.PermitChanged(false));
    assertThat(hand.status().state()).isEqualTo(SpeakerState.LOCAL_STALL);
    assertThat(hand.notes(Note.PermitChanged.class)).hasSize(1);
    hand.step(new Event.ForeignClaim(OURS, ETH0, MAC, true));
    assertThat(hand.effects(Effect.Tell.class)).isEmpty();
    hand.after(5000);
    assertThat(hand.effects(Effect.Announce.class)).isEmpty();
    hand.step(new Event.PermitChanged(true));
    assertThat(hand.effects(Effect.Announce.class)).hasSize(1);
    assertThat(hand.status().state()).isEqualTo(SpeakerState.ACTIVE);
  }

  @Test
  void conflictIsToldAndDefendedOnceInTenSeconds() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.runMillis(5000);
    hand.step(new Event.ForeignClaim(OURS, ETH0, MAC, true));
    assertThat(hand.last)
        .containsExactly(
            new Effect.Announce(
                ETH0, List.of(new AnnouncementSchedule.Due<>(OURS, Announcements.Part.FIRST))),
            new Effect.Tell(new Note.ConflictHeard(OURS.text(), ETH0, MAC, true)));
    hand.runMillis(9999);
    assertThat(hand.step(new Event.ForeignClaim(OURS, ETH0, MAC, true))).isEmpty();
    hand.after(1);
    assertThat(hand.last).as("the same once more, against the late claim").hasSize(2);
    assertThat(hand.step(new Event.ForeignClaim(OURS, ETH0, MAC, true))).isEmpty();
    assertThat(hand.step(new Event.ForeignClaim(THEIRS, ETH0, MAC, true))).as("not ours").isEmpty();
    assertThat(hand.step(new Event.ForeignClaim(OURS, "eth1", MAC, true))).as("not here").isEmpty();
  }

  @Test
  void unknownMemberIsToldAndNeverElected() {
    MemberId stranger = member("stranger");
    View view = viewOf(2, List.of(member("a"), stranger), List.of());
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.step(new Event.ViewInstalled(view));
    assertThat(hand.notes(Note.UnknownMember.class))
        .containsExactly(new Note.UnknownMember(stranger.toString()));
    hand.describe(stranger, view, GOOD);
    assertThat(hand.status().ips())
        .allSatisfy(ip -> assertThat(ip.candidates()).containsExactly("a"))
        .allSatisfy(ip -> assertThat(ip.excluded()).containsOnlyKeys("b", "c"))
        .allSatisfy(ip -> assertThat(ip.silence()).isEqualTo(Silence.ISOLATED));
  }

  @Test
  void messageThatCannotBeReadIsTold() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    assertThat(hand.step(new Event.MessageReceived(member("b"), null)))
        .containsExactly(new Effect.Tell(new Note.BadMessage("b", "unreadable")));
  }

  @Test
  void descriptionIsConfirmedAfterItWasActedBy() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.describe(member("b"), view(1, "a", "b", "c"), new Description(true, true, setOf(ETH0)));
    assertThat(hand.answered()).containsExactlyInAnyOrder(OURS, THEIRS);
    assertThat(hand.last.subList(0, 3))
        .containsExactly(
            new Effect.Publish(hand.answers),
            announce(ETH0, THEIRS),
            new Effect.Send(member("b"), new PeerMessage.Applied(2)));
    assertThat(hand.notes(Note.Claimed.class))
        .containsExactly(new Note.Claimed(THEIRS.text(), "web", Cause.DRAIN, "b"));
  }

  @Test
  void replacedSpeakerAnswersForNothing() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    MemberId younger = MemberId.of("a", 99L << 32);
    View view = viewOf(2, List.of(member("a"), member("b"), member("c"), younger), List.of());
    hand.step(new Event.ViewInstalled(view));
    hand.describe(younger, view, GOOD);
    assertThat(hand.answers).isEmpty();
    hand.runMillis(10_000);
    assertThat(hand.answers).isEmpty();
    assertThat(hand.effects(Effect.Announce.class)).isEmpty();
  }

  @Test
  void replacedSpeakerTellsOfNoClaim() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    MemberId younger = MemberId.of("a", 99L << 32);
    View view = viewOf(2, List.of(member("a"), member("c"), younger), List.of());
    hand.step(new Event.ViewInstalled(view));
    hand.describe(younger, view, GOOD);
    assertThat(hand.notes(Note.Claimed.class)).isEmpty();
    SpeakerStatus status = hand.speaker.status(Long.MAX_VALUE, hand.nowNanos).get();
    assertThat(status.state()).isEqualTo(SpeakerState.SETTLING);
    assertThat(status.why()).startsWith("replaced");
    assertThat(hand.speaker.isSettled()).isFalse();
  }

  @Test
  void uniqueIpIsKeptThroughAViewThatKeepsTheMajority() {
    Plan unique = plan(setOf("a", "b", "c"), service(true, OURS, THEIRS));
    Hand hand = Hand.settled(unique, "a", "b", "c");
    hand.step(new Event.ViewInstalled(view(2, "a", "c")));
    assertThat(hand.answered()).contains(OURS);
    hand.runMillis(600);
    assertThat(hand.answered()).as("nobody has confirmed the majority").isEmpty();
  }

  @Test
  void emptyListOfExpectedNodesIsRefused() {
    assertThatThrownBy(() -> new Plan(new TreeSet<>(), List.of(), false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
