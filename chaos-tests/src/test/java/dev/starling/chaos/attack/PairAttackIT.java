package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.Question;
import dev.starling.chaos.observe.RawPort;
import dev.starling.membership.MemberId;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two speakers, of which one is gone: the other trusts its witness, and nobody else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PairAttackIT {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);
  private static final long SILENCE_MILLIS = 1_500;

  /** A third of a second's, for machines that are busy with something else. */
  private static final long UNANSWERED_MAX = 66;

  private Lab lab;
  private Stranger stranger;
  private String survivor;
  private String other;

  @BeforeAll
  void startSpeakers() {
    lab = new Lab(LabSetup.of(2, Needs.lab()).withObserver());
    lab.startSpeakers();
    lab.awaitJoined();
    stranger = new Stranger(lab);
    // Of two groups of one, the one whose maker has the smaller id is the larger.
    List<String> byId =
        lab.plan().nodes().stream()
            .sorted(Comparator.comparing(node -> new MemberId(MemberId.hash(node), 0)))
            .toList();
    other = byId.getFirst();
    survivor = byId.getLast();
  }

  @AfterAll
  void close() {
    if (stranger != null) {
      stranger.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  @BeforeEach
  void isSteady() {
    Steadiness.await(lab);
  }

  @AfterEach
  void isWellAgain() {
    lab.network().onSwitch("link set client up\n");
    for (String node : lab.plan().nodes()) {
      if (lab.speaker(node).isTold()) {
        lab.speaker(node).awaitEnd(EXIT_LIMIT);
        lab.speaker(node).startAgain();
      }
    }
    Steadiness.await(lab);
  }

  @Test
  void whoeverIsAloneIsSilentWithoutAWitness() {
    lab.network().onSwitch("link set client down\n");
    kill(other);
    Patience.pause(500);
    long start = System.nanoTime();
    Patience.pause(SILENCE_MILLIS);

    assertThat(answersSince(start)).isEmpty();
    assertThat(lab.status(survivor).orElseThrow().state()).isEqualTo("ISOLATED");
  }

  @Test
  void aStrangerWhoPlaysTheWitnessLetsWhoeverIsAloneClaim() {
    lab.network().onSwitch("link set client down\n");
    try (RawPort _ = stranger.open("inbound and arp", (frame, nanos) -> playWitness(frame))) {
      kill(other);
      Steadiness.await(lab, Expected.of(List.of(survivor)).withoutClient());
      long start = System.nanoTime();
      Patience.pause(SILENCE_MILLIS);

      assertThat(answersSince(start)).isNotEmpty().containsOnly(Plan.macOf(survivor));
    }
  }

  @Test
  void aStrangerWhoAnswersForAnIpSilencesWhoeverIsAlone() {
    kill(other);
    Steadiness.await(lab, Expected.of(List.of(survivor)));
    long start = System.nanoTime();
    while (System.nanoTime() - start < SILENCE_MILLIS * 1_000_000L) {
      stranger.send(NeighbourFrames.claimByReply(Stranger.MAC, lab.plan().ipv4()));
      Patience.pause(20);
    }

    assertThat(lab.status(survivor).orElseThrow().answersFor(lab.plan().ipv4())).isFalse();
    assertThat(lab.status(survivor).orElseThrow().answersFor(lab.plan().ipv6())).isTrue();
    assertThat(lab.speaker(survivor).log().eventsSince(start))
        .extracting(LogEvent::name)
        .containsOnlyOnce("answered-elsewhere")
        .contains("released");
    Steadiness.await(lab, Expected.of(List.of(survivor)));
  }

  @Test
  void anEarlierLifeOfTheOtherSilencesNobody() {
    stranger.overhear();
    kill(survivor);
    Steadiness.await(lab, Expected.of(List.of(other)));
    long start = System.nanoTime();
    Patience.pause(1_000);
    List<Datagram> hellos =
        stranger.sealedSince(start).stream()
            .filter(each -> each.isBetween(other, survivor))
            .map(Stranger.Overheard::datagram)
            .toList();
    stranger.overhearNoMore();
    kill(other);
    lab.speaker(survivor).awaitEnd(EXIT_LIMIT);
    lab.speaker(survivor).startAgain();
    Steadiness.await(lab, Expected.of(List.of(survivor)));
    Ledger before = Ledger.of(lab, survivor);
    long attack = System.nanoTime();
    stranger.send(hellos, 100);
    Patience.pause(SILENCE_MILLIS);
    Ledger after = Ledger.of(lab, survivor);
    stranger.send(hellos, 100);
    Patience.pause(100);

    assertThat(hellos).hasSizeGreaterThan(2);
    assertThat(after.count("opened") - before.count("opened"))
        .as("fresh enough to be let in")
        .isEqualTo(hellos.size());
    assertThat(Ledger.of(lab, survivor).datagramsSince(after))
        .containsEntry("replay", (long) hellos.size());
    assertThat(lab.asker().since(attack).stream().filter(each -> each.answers().isEmpty()).count())
        .as("questions without an answer: a silence would be of two seconds")
        .isLessThan(UNANSWERED_MAX);
    assertThat(lab.speaker(survivor).log().eventsSince(attack)).isEmpty();
  }

  private List<String> answersSince(long start) {
    return lab.asker().since(start).stream().map(Question::macs).flatMap(List::stream).toList();
  }

  private void kill(String node) {
    lab.speaker(node).end(Posix.SIGKILL);
    lab.speaker(node).awaitEnd(EXIT_LIMIT);
  }

  private void playWitness(byte[] frame) {
    ByteBuffer in = ByteBuffer.wrap(frame);
    boolean asks = frame.length >= 42 && in.getShort(20) == 1;
    String target =
        (frame[38] & 0xff) + "." + frame[39] + "." + frame[40] + "." + (frame[41] & 0xff);
    if (asks && target.equals(Plan.CLIENT_IPV4)) {
      String asker = HexFormat.ofDelimiter(":").formatHex(frame, 22, 28);
      stranger.send(
          NeighbourFrames.only(
              asker,
              NeighbourFrames.arp(
                  2, Stranger.MAC, Plan.CLIENT_IPV4, asker, Plan.ipv4Of(survivor))));
    }
  }
}
