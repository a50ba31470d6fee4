package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.Watch;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.Question;
import dev.starling.chaos.observe.RawPort;
import dev.starling.membership.MemberId;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two speakers, of which one is gone: the other trusts its witness, and nobody else. */
class PairAttackIT extends AttackCase {
  private static final long SILENCE_MILLIS = 1_500;

  /** A third of a second's, for machines that are busy with something else. */
  private static final long UNANSWERED_MAX = 66;

  private static final String WITNESS = "client";

  private String survivor;
  private String other;

  @Override
  protected LabSetup setup() {
    return speakers(2);
  }

  @BeforeAll
  void choose() {
    // Of two groups of one, the one whose maker has the smaller id is the larger.
    List<String> byId =
        nodes.stream()
            .sorted(Comparator.comparing(node -> new MemberId(MemberId.hash(node), 0)))
            .toList();
    other = byId.getFirst();
    survivor = byId.getLast();
  }

  @AfterEach
  void theWitnessIsBack() {
    lab.network().onSwitch(Network.join(WITNESS));
  }

  @Test
  void whoeverIsAloneIsSilentWithoutAWitness() {
    lab.network().onSwitch(Network.cut(WITNESS));
    kill(other);
    Patience.pause(500);
    Watch watch = Watch.start(lab);
    Patience.pause(SILENCE_MILLIS);

    assertThat(watch.questions()).flatExtracting(Question::macs).isEmpty();
    assertThat(lab.status(survivor).orElseThrow().state()).isEqualTo("ISOLATED");
  }

  @Test
  void aStrangerWhoPlaysTheWitnessLetsWhoeverIsAloneClaim() {
    lab.network().onSwitch(Network.cut(WITNESS));
    try (RawPort _ = stranger.open("inbound and arp", (frame, nanos) -> playWitness(frame))) {
      kill(other);
      Steadiness.await(lab, Expected.of(List.of(survivor)).withoutClient());
      Watch watch = Watch.start(lab);
      Patience.pause(SILENCE_MILLIS);

      assertThat(watch.questions())
          .flatExtracting(Question::macs)
          .isNotEmpty()
          .containsOnly(Plan.macOf(survivor));
    }
  }

  @Test
  void aStrangerWhoAnswersForAnIpSilencesWhoeverIsAlone() {
    kill(other);
    Steadiness.await(lab, Expected.of(List.of(survivor)));
    Watch watch = Watch.start(lab);
    while (System.nanoTime() - watch.nanos() < SILENCE_MILLIS * 1_000_000L) {
      stranger.send(NeighbourFrames.claimByReply(Stranger.MAC, lab.plan().ipv4()));
      Patience.pause(20);
    }

    assertThat(lab.status(survivor).orElseThrow().answersFor(lab.plan().ipv4())).isFalse();
    assertThat(lab.status(survivor).orElseThrow().answersFor(lab.plan().ipv6())).isTrue();
    assertThat(watch.events(survivor))
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
    List<Datagram> hellos = from(other, to(survivor, overheardFor(1_000)));
    stranger.overhearNoMore();
    kill(other);
    startIfEnded(survivor);
    Steadiness.await(lab, Expected.of(List.of(survivor)));
    Ledger before = Ledger.of(lab, survivor);
    Watch watch = Watch.start(lab);
    stranger.send(hellos, 100);
    Patience.pause(SILENCE_MILLIS);
    Ledger after = Ledger.of(lab, survivor);
    var again = refusedAt(survivor, hellos.size(), () -> stranger.send(hellos, 100));

    assertThat(hellos).hasSizeGreaterThan(2);
    assertThat(after.count("opened") - before.count("opened"))
        .as("fresh enough to be let in")
        .isEqualTo(hellos.size());
    assertThat(again).containsEntry("replay", (long) hellos.size());
    assertThat(watch.questions().stream().filter(each -> each.answers().isEmpty()).count())
        .as("questions without an answer: a silence would be of two seconds")
        .isLessThan(UNANSWERED_MAX);
    assertThat(watch.events(survivor)).isEmpty();
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
