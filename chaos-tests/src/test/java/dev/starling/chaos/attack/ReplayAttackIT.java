package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Watch;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.SpeakerFiles;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Honest datagrams, overheard by a stranger and said again, three speakers. */
class ReplayAttackIT extends AttackCase {
  private static final long RECORD_MILLIS = 1_500;

  private String talker;
  private String third;

  @Override
  protected LabSetup setup() {
    return speakers(3);
  }

  @BeforeAll
  void overhear() {
    stranger.overhear();
    talker = heir;
    third = Plan.order(nodes, lab.plan().ipv4()).getLast();
  }

  @Test
  void whatWasJustSaidIsRefused() {
    Watch watch = Watch.start(lab);
    List<Datagram> said = overheardFor(RECORD_MILLIS);
    for (String node : nodes) {
      List<Datagram> toNode = to(node, said);
      assertThat(toNode).hasSizeGreaterThan(50);
      assertThat(refused(node, toNode)).isEqualTo(reasons("replay", toNode.size()));
    }
    nothingCameOfIt(watch);
  }

  @Test
  void anothersNameDoesNotHelp() {
    Watch watch = Watch.start(lab);
    List<Datagram> said =
        from(talker, to(owner, overheardFor(RECORD_MILLIS))).stream()
            .map(each -> each.from(Stranger.speaker(third)))
            .toList();

    assertThat(total(refused(owner, said))).isEqualTo(said.size());
    nothingCameOfIt(watch);
  }

  @Test
  void whatWasSaidToOneIsRefusedByAnother() {
    Watch watch = Watch.start(lab);
    List<Datagram> said =
        from(talker, to(third, overheardFor(RECORD_MILLIS))).stream()
            .map(each -> each.to(Stranger.speaker(owner)))
            .toList();

    assertThat(said).hasSizeGreaterThan(20);
    assertThat(refused(owner, said)).isEqualTo(reasons("bad_tag", said.size()));
    nothingCameOfIt(watch);
  }

  @Test
  void theWordsOfAnEarlierLifeAreRefused() {
    List<Datagram> said = from(talker, overheardFor(RECORD_MILLIS));
    replace(talker);
    Watch watch = Watch.start(lab);
    for (String node : List.of(owner, third)) {
      List<Datagram> toNode = to(node, said);
      assertThat(refused(node, toNode)).isEqualTo(reasons("replay", toNode.size()));
    }
    nothingCameOfIt(watch);
  }

  @Test
  void whoeverWasRestartedIsNotFooledByWhatWasSaidToItsEarlierLife() {
    long start = System.nanoTime();
    Patience.pause(RECORD_MILLIS);
    replace(third);
    nothingIsLetInTwice(third, to(third, overheardSince(start)));
  }

  @Test
  @Tag("long")
  void twoEarlierLivesTellNothingToTheNext() {
    long start = System.nanoTime();
    Patience.pause(RECORD_MILLIS);
    replace(talker);
    replace(third);
    nothingIsLetInTwice(third, to(third, overheardSince(start)));
  }

  @Test
  void aChangeOfKeysBringsNothingBack() {
    List<Datagram> said = overheardFor(RECORD_MILLIS);
    String next = SpeakerFiles.newKey();
    giveKeys(List.of(next, lab.files().firstKey()));
    Patience.pause(1_000);
    giveKeys(List.of(next));
    Steadiness.await(lab);
    Watch watch = Watch.start(lab);
    List<Datagram> toOwner = to(owner, said);
    assertThat(refused(owner, toOwner)).isEqualTo(reasons("replay", toOwner.size()));
    nothingCameOfIt(watch);

    replace(third);
    Watch after = Watch.start(lab);
    List<Datagram> toThird = to(third, said);
    assertThat(refused(third, toThird)).isEqualTo(reasons("unknown_key", toThird.size()));
    nothingCameOfIt(after);
    giveKeys(List.of(lab.files().firstKey(), next));
    Patience.pause(1_000);
  }

  @Test
  @Tag("long")
  void afterAMinuteAnEarlierLifeIsNotEvenTried() {
    List<Datagram> said = from(talker, to(third, overheardFor(RECORD_MILLIS)));
    replace(talker);
    Patience.pause(61_000);
    replace(third);
    Watch watch = Watch.start(lab);

    assertThat(refused(third, said)).isEqualTo(reasons("stale", said.size()));
    nothingCameOfIt(watch);
  }

  /** What is fresh enough to be let in once is not let in again, and none of it has any effect. */
  private void nothingIsLetInTwice(String node, List<Datagram> said) {
    assertThat(said).hasSizeGreaterThan(50);
    Watch watch = Watch.start(lab);
    stranger.send(said, PER_SECOND);
    Patience.pause(500);

    assertThat(total(refused(node, said))).as("refused at the second time").isEqualTo(said.size());
    nothingCameOfIt(watch);
  }

  private void replace(String node) {
    restart(node, Posix.SIGKILL);
    Steadiness.await(lab);
  }

  private void giveKeys(List<String> keys) {
    for (String node : nodes) {
      lab.files().giveKeys(node, keys);
      speaker(node).signal(Posix.SIGHUP);
    }
  }
}
