package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.link.InMemoryLink;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import dev.starling.speaker.core.Description;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.core.PeerMessage;
import dev.starling.speaker.core.Speaker;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.core.SpeakerStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns are run on the test's thread and on the test's clock. */
class LoopTest {
  private static final long SETTLE_NANOS = 1_000_000_000;
  private static final long MILLI_NANOS = 1_000_000;

  private final List<Throwable> broken = new ArrayList<>();
  private final ConcurrentLinkedQueue<Note> notes = new ConcurrentLinkedQueue<>();
  private final MemberId self = MemberId.of("n1", 1);
  private final MemberId other = MemberId.of("n2", 1);
  private final FakeOpener opener = new FakeOpener();
  private final List<Owners> owners = new ArrayList<>();
  private final EventQueue queue = new EventQueue(this::now, broken::add);
  private final ScriptedMembership membership =
      new ScriptedMembership(self, new MembershipEvents(queue));
  private final FramePermit permit = new FramePermit(membership::permitUntilNanos, 0);
  private final PortTable table = new PortTable(this::now, permit);
  private final Teller teller =
      new Teller(
          new Teller.Audience() {
            @Override
            public void hear(Note note, long nanos) {
              notes.add(note);
            }

            @Override
            public void quiet(long nanos) {}
          });
  private boolean left;
  private long now;

  private final Loop loop =
      new Loop(
          queue,
          new Speaker(self, "n1", new Speaker.Patience(SETTLE_NANOS, 0), 1, 0),
          new Performer(table, membership, teller, () -> left = true, owners::add, this::now),
          this::now,
          permit,
          broken::add);
  private final Ports ports =
      new Ports(
          table,
          queue,
          new Ports.Outside(
              this::now,
              opener,
              (link, ips, anew) -> {},
              TreeMap::new,
              address -> null,
              TreeSet::new),
          permit,
          Runnable::run);

  private long now() {
    return now;
  }

  @Test
  void whoOwnsWhatIsToldWhenItChanges() throws InterruptedException {
    surviveAndTakeOver();
    assertThat(owners).isNotEmpty().doesNotHaveDuplicates();
    assertThat(owners.getLast().byIp()).isNotEmpty().containsValue("n1");
    int before = owners.size();
    now += 1_000_000;
    loop.turn();
    assertThat(owners).hasSize(before);
  }

  @AfterEach
  void end() {
    teller.close();
    assertThat(broken).isEmpty();
  }

  @Test
  void theLastSurvivorClaimsAndAnnouncesAfterItsLastCall() throws InterruptedException {
    surviveAndTakeOver();
  }

  private void surviveAndTakeOver() throws InterruptedException {
    InMemoryLink link = joinTwo();
    link.takeSent();

    membership.install(new View(new ViewId(self, 2), List.of(self), List.of()), now);
    now += 3 * MILLI_NANOS;
    turns(1);

    assertThat(loop.lagNanos()).isEqualTo(3 * MILLI_NANOS);
    assertThat(membership.taken()).hasSize(2);
    assertThat(membership.hails()).isEqualTo(1);
    now += 30 * MILLI_NANOS;
    turns(1);
    assertThat(link.takeSent()).isNotEmpty();
    turns(1);
    teller.close();
    assertThat(notes).filteredOn(Note.Failover.class::isInstance).isNotEmpty();
    FlightRecord flight =
        notes.stream()
            .filter(Note.Failover.class::isInstance)
            .map(note -> ((Note.Failover) note).flight())
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(flight.firstFrameNanos()).isEqualTo(now);
  }

  @Test
  void aLostPermitIsNoticedWithoutAnEventAndStopsAnnouncements() throws InterruptedException {
    InMemoryLink link = joinTwo();
    membership.permit(now + 10 * MILLI_NANOS);
    now += 20 * MILLI_NANOS;
    turns(1);
    link.takeSent();

    now += 5_000 * MILLI_NANOS;
    turns(2);

    assertThat(link.takeSent()).isEmpty();
    assertThat(status().state()).isEqualTo(SpeakerState.LOCAL_STALL);
    membership.permit(Long.MAX_VALUE);
    turns(1);
    assertThat(status().state()).isEqualTo(SpeakerState.ACTIVE);
  }

  @Test
  void whoeverIsAloneSendsNothingAfterAPauseUntilTheLoopHasTurned() throws InterruptedException {
    joinTwo();
    membership.install(new View(new ViewId(self, 2), List.of(self), List.of()), now);
    membership.permit(Long.MAX_VALUE);
    turns(2);
    now += FramePermit.LONE_NANOS;

    assertThat(permit.getAsLong() - now).as("for whoever sends").isNotPositive();
    assertThat(permit.ofGroupNanos()).isEqualTo(Long.MAX_VALUE);

    turns(1);
    assertThat(permit.getAsLong() - now).isEqualTo(FramePermit.LONE_NANOS);
    membership.permit(now + MILLI_NANOS);
    assertThat(permit.getAsLong()).as("the group's word").isEqualTo(now + MILLI_NANOS);
  }

  @Test
  void theStatusIsOfOneMomentBetweenSteps() throws InterruptedException {
    joinTwo();
    now += MILLI_NANOS;

    SpeakerStatus status = status();

    assertThat(status.atNanos()).isEqualTo(now);
    assertThat(status.ips()).hasSize(2);
    assertThat(loop.isSettled()).isTrue();
  }

  @Test
  void aLoopThatDoesNotTurnGivesTheLastStatusInTime() {
    assertThat(loop.status(Duration.ofMillis(1)).state()).isEqualTo(SpeakerState.SETTLING);
  }

  @Test
  void aDrainHandsOverAndThenLeaves() throws InterruptedException {
    joinTwo();
    queue.post(new Event.DrainRequested());
    turns(1);
    assertThat(left).isFalse();

    now += 1_100 * MILLI_NANOS;
    turns(1);
    now += 100 * MILLI_NANOS;
    turns(1);

    assertThat(left).isTrue();
    assertThat(table.all())
        .allSatisfy(
            port ->
                assertThat(port.responder().published().owns(ServiceIp.of("192.0.2.80").address()))
                    .isFalse());
  }

  @Test
  void messagesThatCannotBeReadAreToldAndHarmless() throws InterruptedException {
    joinTwo();
    membership.receive(other, new byte[] {1, 2, 3}, now);
    turns(1);
    teller.close();

    assertThat(notes).contains(new Note.BadMessage("n2", "unreadable"));
  }

  /** Both members are settled, and n2 confirms whatever n1 says. */
  private InMemoryLink joinTwo() throws InterruptedException {
    membership.start(peer -> {});
    ports.configure(
        Intent.of(Configs.of(Configs.THREE.replace("  - {name: n3, address: 192.0.2.3}\n", ""))));
    ports.seen(FakeOpener.up("eth0"));
    ViewId first = new ViewId(self, 1);
    membership.install(new View(first, List.of(self, other), List.of()), now);
    turns(3);
    Description description = new Description(true, false, new TreeSet<>(List.of("eth0")));
    membership.receive(
        other, PeerMessage.encode(new PeerMessage.Described(1, first, description, true)), now);
    for (int i = 0; i < 30; i++) {
      now += 50 * MILLI_NANOS;
      confirmAll();
      // Where an event waits a turn does not: this clock is not the one that it would wait by.
      while (queue.depth() > 0) {
        turns(1);
      }
    }
    return opener.opened.getFirst();
  }

  private void confirmAll() {
    long last = 0;
    for (ScriptedMembership.Sent sent : membership.sent()) {
      if (sent.message() instanceof PeerMessage.Described described) {
        last = described.sequence();
      }
    }
    membership.receive(other, PeerMessage.encode(new PeerMessage.Applied(last)), now);
  }

  private SpeakerStatus status() throws InterruptedException {
    List<SpeakerStatus> answer = new ArrayList<>();
    Thread asking = Thread.ofVirtual().start(() -> answer.add(loop.status(Duration.ofSeconds(20))));
    while (asking.isAlive()) {
      turns(1);
    }
    asking.join();
    return answer.getFirst();
  }

  private void turns(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      loop.turn();
    }
  }
}
