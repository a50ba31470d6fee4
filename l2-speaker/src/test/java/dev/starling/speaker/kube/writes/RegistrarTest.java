package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A registrar of node n1, step by step. */
class RegistrarTest {
  private static final Instant WALL = Instant.parse("2026-01-02T00:00:00Z");

  private Registrar registrar = registrar(true, true, null);
  private long nowNanos;

  private static Registrar registrar(boolean status, boolean events, @Nullable Duration period) {
    return new Registrar(new WriterRules("n1", status, events, period), 1, 0);
  }

  private void pass(long millis) {
    nowNanos += World.nanos(millis);
  }

  private void begin(SeenStatus... known) {
    for (SeenStatus status : known) {
      registrar.statusSeen(status, nowNanos);
    }
    registrar.statusesListed(nowNanos);
    registrar.members(World.members(true, "n1", "n2"), nowNanos);
  }

  private void owners(Object... pairs) {
    registrar.owners(World.ownership(pairs), nowNanos);
  }

  private List<Write> all(Outcome outcome) {
    List<Write> writes = new ArrayList<>();
    Write write = registrar.next(WALL, nowNanos);
    while (write != null) {
      writes.add(write);
      registrar.answered(outcome, nowNanos);
      write = registrar.next(WALL, nowNanos);
    }
    return writes;
  }

  private List<Write> written() {
    return all(new Outcome.Written("u", "100"));
  }

  private static Write.ApplyStatus apply(String service) {
    return new Write.ApplyStatus(
        new StatusContent(World.service(service), "n1", World.names("eth0"), null));
  }

  private List<String> events(List<Write> writes) {
    return writes.stream()
        .filter(Write.PostEvent.class::isInstance)
        .map(write -> ((Write.PostEvent) write).event())
        .map(event -> event.reason().text() + ": " + event.message())
        .toList();
  }

  @Test
  void theOwnerWritesItsStatusAndOneEvent() {
    begin();
    owners("web", World.owned(new Owner.Node("n1", "death", "n2")), "dns", World.owned("n2"));
    assertThat(written()).isEmpty();
    pass(250);
    List<Write> writes = written();
    assertThat(writes).hasSize(2).contains(apply("web"));
    assertThat(events(writes))
        .containsExactly(
            "nodeAssigned: announcing from node \"n1\" with protocol \"layer2\""
                + " (192.0.2.1; death, before on \"n2\")");
    pass(3_600_000);
    owners("web", World.owned("n1"), "dns", World.owned("n2"));
    assertThat(written()).isEmpty();
  }

  @Test
  void aFailoverThatRevertsBeforeItIsWrittenIsNotWritten() {
    begin();
    owners("web", World.owned("n2"));
    pass(1_000);
    owners("web", World.owned("n1"));
    pass(200);
    owners("web", World.owned("n2"));
    pass(1_000);
    assertThat(written()).isEmpty();
    assertThat(registrar.status(nowNanos).dropped()).containsEntry("reverted", 2L);
  }

  @Test
  void theFormerOwnerRemovesItsOwnObjectOnly() {
    begin(World.seen("web", "n1", "u1", 5), World.seen("web", "n2", "u2", 6));
    owners("web", World.owned("n2"));
    pass(250);
    String name = apply("web").content().name();
    assertThat(all(new Outcome.Deleted())).containsExactly(new Write.DeleteStatus(name, "u1"));
  }

  @Test
  void aDeletedObjectThatIsShownAgainByALateWatchIsNotDeletedTwice() {
    begin(World.seen("web", "n1", "u1", 5));
    owners("web", World.owned("n2"));
    pass(250);
    assertThat(all(new Outcome.Deleted())).hasSize(1);
    registrar.statusSeen(World.seen("web", "n1", "u1", 4), nowNanos);
    pass(60_000);
    assertThat(all(new Outcome.Deleted())).isEmpty();
  }

  @Test
  void aRestartedOwnerWritesNothing() {
    begin(World.seen("web", "n1", "u1", 5));
    owners("web", World.unowned("settling"));
    pass(5_000);
    owners("web", World.owned("n1"));
    pass(60_000);
    assertThat(written()).isEmpty();
    assertThat(registrar.status(nowNanos).dropped()).containsEntry("known", 1L);
  }

  @Test
  void anOwnerWithAnotherPodTakesItsOldObjectOver() {
    begin(World.seen("web", "n1", "u1", 5));
    OwnerPod pod = new OwnerPod("starling-speaker-x", "p2");
    registrar.pod(pod, nowNanos);
    owners("web", World.owned("n1"));
    pass(1_000);
    assertThat(written())
        .containsExactly(
            new Write.ApplyStatus(
                new StatusContent(World.service("web"), "n1", World.names("eth0"), pod)));
  }

  @Test
  void theLeaderRemovesWhatTheDeadHaveLeftAndLeavesWhatComesBack() {
    begin(World.seen("web", "n3", "u3", 5), World.seen("dns", "n2", "u2", 6));
    owners("web", World.owned("n2"));
    pass(14_999);
    assertThat(all(new Outcome.Deleted())).isEmpty();
    pass(1);
    String name = World.seen("web", "n3", "u3", 5).name();
    assertThat(all(new Outcome.Deleted())).containsExactly(new Write.DeleteStatus(name, "u3"));
    assertThat(registrar.notes()).containsExactly(new WriteNote.OrphansSwept("n3", 1, 15_000));
    registrar.statusSeen(World.seen("web", "n3", "u4", 9), nowNanos);
    pass(599_000);
    assertThat(all(new Outcome.Deleted())).isEmpty();
    pass(1_000);
    assertThat(all(new Outcome.Deleted())).hasSize(1);
  }

  @Test
  void nobodyElseRemovesWhatTheDeadHaveLeft() {
    begin(World.seen("web", "n3", "u3", 5));
    registrar.members(World.members(false, "n1", "n2"), nowNanos);
    owners("web", World.owned("n2"));
    pass(3_600_000);
    assertThat(written()).isEmpty();
  }

  @Test
  void whatAnotherProgramKeepsRemovingIsMendedLessAndLessOften() {
    begin();
    owners("web", World.owned("n1"));
    int mended = 0;
    for (int i = 0; i < 1_800; i++) {
      pass(1_000);
      for (Write write : all(new Outcome.Written("u" + i, "100"))) {
        if (write instanceof Write.ApplyStatus(StatusContent content)) {
          mended++;
          registrar.statusGone(content.name(), "u" + i, nowNanos);
        }
      }
    }
    assertThat(mended).isBetween(9, 13);
    assertThat(registrar.notes()).contains(new WriteNote.StatusDisturbed(World.service("web"), 3));
  }

  @Test
  void theEndOfALaterObjectIsTheEndOfTheKnownOne() {
    begin(World.seen("web", "n1", "u1", 5));
    owners("web", World.owned("n1"));
    pass(1_000);
    assertThat(written()).isEmpty();
    // The end of u1 and the beginning of u2 were overtaken by this.
    registrar.statusGone(apply("web").content().name(), "u2", nowNanos);
    pass(1_000);
    assertThat(written()).containsExactly(apply("web"));
  }

  @Test
  void theEndOfAnEarlierObjectIsNotTheEndOfTheOneJustWritten() {
    begin(World.seen("web", "n1", "u1", 5));
    owners("web", World.owned("n2"));
    pass(1_000);
    assertThat(all(new Outcome.Deleted())).hasSize(1);
    owners("web", World.owned("n1"));
    pass(1_000);
    assertThat(all(new Outcome.Written("u2", "9"))).contains(apply("web"));
    registrar.statusGone(apply("web").content().name(), "u1", nowNanos);
    pass(60_000);
    assertThat(written()).isEmpty();
    registrar.statusSeen(World.seen("web", "n1", "u2", 9), nowNanos);
    registrar.statusGone(apply("web").content().name(), "u3", nowNanos);
    pass(60_000);
    assertThat(written()).containsExactly(apply("web"));
  }

  @Test
  void aListCountsThoughItsVersionsHaveBegunAnew() {
    begin(World.seen("web", "n1", "u1", 5_000));
    owners("web", World.owned("n1"));
    pass(1_000);
    assertThat(written()).isEmpty();
    SeenStatus of = World.seen("web", "n1", "u1", 70);
    SeenStatus.Told before =
        new SeenStatus.Told(of.told().service(), of.told().node(), World.names("eth7"));
    SeenStatus restored =
        new SeenStatus(of.name(), "u1", "70", of.service(), of.nodeLabel(), before, of.podUids());
    registrar.statusSeen(restored, nowNanos);
    pass(60_000);
    assertThat(written()).isEmpty();
    registrar.statusesListed(nowNanos);
    pass(60_000);
    assertThat(all(new Outcome.Written("u1", "80"))).containsExactly(apply("web"));
    registrar.statusSeen(restored, nowNanos);
    registrar.statusSeen(World.seen("web", "n1", "u1", 80), nowNanos);
    registrar.statusesListed(nowNanos);
    pass(60_000);
    assertThat(written()).isEmpty();
  }

  @Test
  void aListThatIsOlderThanAWriteOfOursDoesNotUndoIt() {
    begin();
    owners("web", World.owned("n1"));
    pass(1_000);
    assertThat(all(new Outcome.Written("u1", "9"))).contains(apply("web"));
    SeenStatus of = World.seen("web", "n1", "u1", 8);
    SeenStatus.Told nothing = new SeenStatus.Told(World.service("web"), "", World.NONE);
    registrar.statusSeen(
        new SeenStatus(of.name(), "u1", "8", of.service(), of.nodeLabel(), nothing, of.podUids()),
        nowNanos);
    registrar.statusesListed(nowNanos);
    pass(60_000);
    assertThat(written()).isEmpty();
  }

  @Test
  void metalLbsOwnObjectsAreLeftAlone() {
    SeenStatus ours = World.seen("web", "n1", "u1", 5);
    SeenStatus theirs =
        new SeenStatus("l2-x7k2p", "u9", "7", ours.service(), "n1", ours.told(), ours.podUids());
    SeenStatus dead =
        new SeenStatus("l2-b4cde", "u8", "7", ours.service(), "n9", ours.told(), ours.podUids());
    begin(theirs, dead);
    owners("web", World.owned("n2"));
    pass(3_600_000);
    assertThat(written()).isEmpty();
  }

  @Test
  void aServerThatWasAwayGetsTheLastStateOnly() {
    begin();
    String[] nodes = {"n1", "n2"};
    for (int i = 0; i < 100; i++) {
      owners("web", World.owned(nodes[i % 2]), "dns", World.owned(nodes[(i + 1) % 2]));
      pass(60_000);
      all(new Outcome.Unreachable("away"));
    }
    pass(60_000);
    List<Write> writes = written();
    assertThat(writes).hasSize(2).contains(apply("dns"));
    assertThat(events(writes)).hasSize(1);
    assertThat(registrar.notes().getFirst()).isEqualTo(new WriteNote.WritesFailing("away"));
  }

  @Test
  void theLeaderTellsWhatNobodyCanAnnounce() {
    begin();
    Owner failed = new Owner.Nobody("no node has a usable interface of eth9", true);
    owners("web", World.owned(failed));
    pass(4_999);
    assertThat(written()).isEmpty();
    pass(1);
    assertThat(events(written()))
        .containsExactly(
            "announceFailed: no node can announce 192.0.2.1 with protocol \"layer2\":"
                + " no node has a usable interface of eth9");
    owners("web", World.unowned("no endpoints"));
    owners("web", World.owned(failed));
    pass(60_000);
    assertThat(written()).isEmpty();
  }

  @Test
  void theLastOwnerTellsThatThereIsNone() {
    begin();
    owners("web", World.owned("n1"), "dns", World.owned("n2"));
    pass(1_000);
    written();
    owners("web", World.unowned("no endpoints"), "dns", World.unowned("no endpoints"));
    pass(1_000);
    assertThat(events(written()))
        .containsExactly(
            "nodeReleased: no longer announcing 192.0.2.1 from node \"n1\": no endpoints");
  }

  @Test
  void aDeletedServiceHasNoEvents() {
    begin();
    owners("web", World.owned("n1"));
    owners();
    pass(60_000);
    assertThat(written()).isEmpty();
    assertThat(registrar.status(nowNanos).dropped()).containsEntry("service-gone", 1L);
  }

  @Test
  void aStrangerIsToldOfAtOnceAndThenEveryTenMinutes() {
    registrar = registrar(false, true, null);
    begin();
    owners("web", World.owned("n2"));
    Conflict heard = new Conflict("192.0.2.1", "eth0", "02:00:00:00:00:09");
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      registrar.conflict(World.service("web"), heard, nowNanos);
      pass(1_000);
      for (Write write : written()) {
        ServiceEvent event = ((Write.PostEvent) write).event();
        told.add(event.reason().text() + " " + event.reason().type() + " " + event.count());
      }
    }
    assertThat(told).containsExactly("addressConflict Warning 1", "addressConflict Warning 600");
  }

  @Test
  void eventsOfOneServiceAreLimitedAndTheLastOneIsNotLost() {
    registrar = registrar(false, true, null);
    begin();
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      owners("web", World.owned(new Owner.Node(i % 2 == 0 ? "n1" : "n2", "no " + i, "n2")));
      pass(500);
      told.addAll(events(written()));
    }
    owners("web", World.owned(new Owner.Node("n1", "last", "n2")));
    pass(60_000);
    told.addAll(events(written()));
    assertThat(told).hasSizeBetween(11, 21);
    assertThat(told.getLast()).contains("last");
  }

  @Test
  void aKeyIsRotatedWhenItIsDue() {
    registrar = registrar(false, false, Duration.ofHours(24));
    begin();
    registrar.secret(new KeySecret("7", WALL.minus(Duration.ofHours(25)), null), nowNanos);
    registrar.keysSettled(true, nowNanos);
    assertThat(written()).isEmpty();
    pass(60_000);
    assertThat(written()).containsExactly(new Write.RotateKey("7"));
    assertThat(registrar.notes()).containsExactly(new WriteNote.KeyRotated("100"));
    pass(60_000);
    assertThat(written()).isEmpty();
  }

  @Test
  void whoEndsRemovesItsObjectsAtOnce() {
    begin();
    owners("web", World.owned("n1"), "dns", World.owned("n1"));
    pass(1_000);
    written();
    registrar.leave(nowNanos);
    assertThat(all(new Outcome.Deleted())).hasSize(2);
    assertThat(registrar.isIdle()).isTrue();
  }
}
