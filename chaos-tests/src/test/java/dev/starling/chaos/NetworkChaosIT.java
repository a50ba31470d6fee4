package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to the network between five nodes. */
class NetworkChaosIT extends ChaosCase {
  private static final int PROBES_A_SECOND = 200;

  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab()).withObserver();
  }

  @Test
  void eachSideOfASplitServesItsOwnClients() {
    // The client and the observer are with the larger side.
    List<String> small = Injector.minority(lab.plan());
    List<String> large = others(small.toArray(String[]::new));
    Watch split = Watch.since(lab, lab.network().rule(Network.island(small)));
    Steadiness.await(lab, Expected.of(large));
    Steadiness.await(lab, Expected.of(small).withoutClient());
    split.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);

    Watch healed = Watch.since(lab, lab.network().heal());
    Steadiness.await(lab);
    healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  @Test
  void aClientOnTheSmallerSideIsServedByIt() {
    List<String> small = Injector.minority(lab.plan());
    List<String> large = others(small.toArray(String[]::new));
    Watch split = Watch.since(lab, lab.network().rule(Network.island(large)));
    Steadiness.await(lab, Expected.of(small));
    Steadiness.await(lab, Expected.of(large).withoutClient());
    split.oneOwner().clientEndsAt(owner);

    Watch healed = Watch.since(lab, lab.network().heal());
    Steadiness.await(lab);
    healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  /** Kernels that have given each other up ask for each other once a second only. */
  @ParameterizedTest
  @ValueSource(longs = {3_300, 3_600})
  void aSplitHealsAsSoonIfTheKernelsHaveForgottenEachOther(long millis) {
    // The client, the observer and the witness are with the one.
    lab.network().rule(Network.island(others(heir)));
    nodes.forEach(node -> lab.network().node(node).ip("neigh flush dev " + Network.CARD));
    Patience.pause(millis);
    assertThat(lab.clientNeighbour(lab.plan().ipv4())).contains(Plan.macOf(heir));

    Watch healed = Watch.since(lab, lab.network().heal());
    Steadiness.await(lab);
    healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  @Test
  void aSplitMayComeAgainAndAgain() {
    List<String> small = Injector.minority(lab.plan());
    Watch watch = Watch.start(lab);
    for (int round = 0; round < 5; round++) {
      lab.network().rule(Network.island(small));
      Patience.pause(700);
      lab.network().heal();
      Patience.pause(700);
    }
    Steadiness.await(lab);

    watch.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  @Test
  void aPathThatBreaksBetweenTwoMembersMovesNothing() {
    Watch watch = Watch.start(lab);
    lab.network().rule(Network.part(owner, heir));
    Patience.pause(3_000);
    watch.noViewChange();
    lab.network().heal();
    Steadiness.await(lab);

    watch.noViewChange().nothingLost().onlyFrom(owner);
  }

  @Test
  void duplicatedDatagramsChangeNothing() {
    Watch watch = Watch.start(lab);
    lab.network().duplicate();
    try {
      Patience.pause(2_000);
    } finally {
      lab.network().duplicateNoMore();
    }
    watch.noViewChange().oneOwner().onlyFrom(owner).nothingLost();
  }

  @Test
  void aFailoverWorksThroughDuplicatedDatagrams() {
    lab.network().duplicate();
    try {
      Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
      Steadiness.await(lab, Expected.of(others(owner)));
      watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
    } finally {
      lab.network().duplicateNoMore();
    }
  }

  @Test
  void aFifthOfAllFramesLostMakesTwoOwnersForMomentsAtMost() {
    loseAFifthFor(10);
  }

  @Test
  @Tag("long")
  void aFifthOfAllFramesLostForAMinuteMakesTwoOwnersForMomentsAtMost() {
    loseAFifthFor(60);
  }

  @Test
  void linksThatFlapInTurnMakeTwoOwnersForMomentsAtMost() {
    flapFor(10);
  }

  @Test
  @Tag("long")
  void linksThatFlapInTurnForAMinuteMakeTwoOwnersForMomentsAtMost() {
    flapFor(60);
  }

  private void loseAFifthFor(int seconds) {
    Watch watch = Watch.start(lab);
    lab.network().rule(Network.lose(nodes));
    Patience.pause(seconds * 1_000L);
    int sent = seconds * PROBES_A_SECOND;
    for (String ip : lab.plan().serviceIps()) {
      // A fifth of the replies is lost by the network itself; a failover costs 50 more.
      assertThat(watch.lost(ip)).as("lost probes of %d to %s", sent, ip).isLessThan(sent / 2);
    }
    lab.network().heal();
    Steadiness.await(lab);
    watch.overlapAtMost(Bounds.LOSS_MILLIS).clientEndsAt(owner);
  }

  /** Each link in turn goes down for 300 ms, the next as soon as it is back. */
  private void flapFor(int seconds) {
    Watch watch = Watch.start(lab);
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    for (int turn = 0; System.nanoTime() - end < 0; turn++) {
      String node = nodes.get(turn % nodes.size());
      lab.network().onSwitch(Network.cut(node));
      Patience.pause(300);
      lab.network().onSwitch(Network.join(node));
    }
    Steadiness.await(lab);

    watch.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }
}
