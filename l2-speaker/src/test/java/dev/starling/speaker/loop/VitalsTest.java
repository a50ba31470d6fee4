package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.Speaker;
import dev.starling.speaker.http.ConfigStatus;
import dev.starling.speaker.kube.KindStatus;
import dev.starling.speaker.kube.KubeStatus;
import dev.starling.speaker.metrics.SpeakerMetrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VitalsTest {
  private static final long SETTLE_NANOS = 1_000_000_000;

  private final List<Throwable> broken = new ArrayList<>();
  private final List<String> joinings = new ArrayList<>();
  private final MemberId self = MemberId.of("n1", 1);
  private final FakeOpener opener = new FakeOpener();
  private final EventQueue queue = new EventQueue(this::now, broken::add);
  private final ScriptedMembership membership =
      new ScriptedMembership(self, new MembershipEvents(queue));
  private final FramePermit permit = new FramePermit(membership::permitUntilNanos, 0);
  private final PortTable table = new PortTable(this::now, permit);
  private final Narrator narrator = new Narrator(Instant.now(), () -> joinings.add("joined"));
  private final Teller teller = new Teller(narrator);
  private final Loop loop =
      new Loop(
          queue,
          new Speaker(self, "n1", new Speaker.Patience(SETTLE_NANOS, 0), 1, 0),
          new Performer(table, membership, teller, () -> {}, _ -> {}, this::now),
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
  private long watched;
  private @Nullable KubeReport report;
  private long now;

  private final Vitals vitals =
      new Vitals(
          new Vitals.Parts(
              loop,
              queue,
              table,
              () -> watched,
              ports::silences,
              membership,
              () -> new ConfigStatus("starling.yaml", Instant.EPOCH, List.of()),
              teller,
              () -> "normal",
              () -> report),
          "test",
          Instant.now(),
          this::now);

  private long now() {
    return now;
  }

  @AfterEach
  void end() {
    teller.close();
    assertThat(broken).isEmpty();
  }

  @Test
  void aLoopThatTurnsIsHealthyAndOneThatDoesNotIsNot() throws InterruptedException {
    now = 900_000_000L;
    assertThat(vitals.health().ok()).isTrue();

    now = 1_500_000_000L;
    assertThat(vitals.health().reasons()).containsExactly("the loop has not moved for 1500 ms");

    loop.turn();
    assertThat(vitals.health().ok()).isTrue();
  }

  @Test
  void aWatcherThatIsStuckAndALinkThatIsNotCapturedAreNamed() throws InterruptedException {
    opener.refusing = true;
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(FakeOpener.up("eth0"));
    now = 4_000_000_000L;
    loop.turn();

    assertThat(vitals.health().reasons())
        .containsExactly("the interfaces are not watched", "eth0 is not captured: told to");
  }

  @Test
  void oneOfSeveralLinksThatIsNotCapturedIsNoReasonToRestart() throws InterruptedException {
    ports.configure(
        Intent.of(
            Configs.of(Configs.THREE.replace("interfaces: [eth0]", "interfaces: [eth0, eth1]"))));
    ports.seen(FakeOpener.up("eth0"));
    opener.refusing = true;
    ports.seen(FakeOpener.up("eth1"));
    loop.turn();
    assertThat(vitals.health().ok()).isTrue();
  }

  @Test
  void aSpeakerIsNotReadyBeforeItHasSettled() {
    assertThat(vitals.readiness().reasons()).containsExactly("not settled yet");
  }

  @Test
  void notesOfTheStartAreCountedOnceThereAreMetrics() {
    narrator.hear(new Note.Suspected("n2", 200), 0);
    SpeakerMetrics metrics = new SpeakerMetrics(vitals.numbers());
    narrator.count(metrics);
    narrator.hear(new Note.Suspected("n3", 200), 0);

    assertThat(metrics.scrape())
        .contains("starling_suspicions_total 2.0", "starling_lost_total{kind=\"Note\"} 0.0");
    assertThat(joinings).isEmpty();
  }

  @Test
  void theFirstViewIsTheJoiningAndNoLaterOneIs() {
    Note view = new Note.ViewInstalled("1@a", List.of("n1"), List.of("n1"), List.of(), false);
    narrator.hear(view, 0);
    narrator.hear(view, 1);

    assertThat(joinings).containsExactly("joined");
  }

  @Test
  void aSpeakerThatItsClusterDoesNotCountSaysSo() {
    var known = new KubeStatus(true, 1, List.of(), Collections.emptySortedMap());
    report = new KubeReport(known, null, List.of(), "no Pod of ours");
    assertThat(vitals.readiness().reasons()).containsExactly("no Pod of ours");
  }

  @Test
  void aSpeakerThatKnowsNothingOfItsClusterSaysWhatIsWrong() {
    var kind =
        new KindStatus("pods", KindStatus.State.STARTING, 0, 0, 0, 0, 0, "connection refused");
    report =
        new KubeReport(
            new KubeStatus(false, 0, List.of(kind), Collections.emptySortedMap()),
            null,
            List.of(),
            "");
    assertThat(vitals.readiness().reasons())
        .singleElement()
        .asString()
        .contains("has not told yet", "pods: connection refused");
  }
}
