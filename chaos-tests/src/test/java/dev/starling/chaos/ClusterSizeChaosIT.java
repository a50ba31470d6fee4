package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.measure.KernelCounts;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.NodeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small clusters, clusters that shrink to one, and cold starts: each test with a lab of its own.
 */
class ClusterSizeChaosIT {
  private static final int LOOKS = 60;
  private static final int LOOK_MILLIS = 100;

  /** Half of what the kernel lets a socket have by default (net.core.wmem_max, doubled). */
  private static final long QUEUED_BYTES_MAX = 212_992;

  @Test
  void theSurvivorOfTwoTakesOverWhenItsWitnessAnswers() {
    try (Lab lab = joined(LabSetup.of(2, Needs.lab()).withObserver())) {
      String owner = lab.plan().firstOwner();
      String other = lab.plan().nextOwner();

      Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
      Steadiness.await(lab, Expected.of(List.of(other)));
      watch.oneOwner().takenOverWithin(owner, Bounds.LAST_ONE_MILLIS).clientEndsAt(other);

      Watch healed = Watch.since(lab, lab.network().heal());
      Steadiness.await(lab);
      healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
    }
  }

  @Test
  void theSurvivorOfTwoIsSilentWithoutItsWitness() {
    try (Lab lab = joined(withWitness(2, "10.77.0.77"))) {
      String owner = lab.plan().firstOwner();
      String other = lab.plan().nextOwner();

      Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
      awaitState(lab, other, "ISOLATED");
      Patience.pause(1_000);
      assertThat(watch.claims()).isEmpty();

      lab.network().heal();
      Steadiness.await(lab);
      watch.oneOwner().clientEndsAt(owner);
    }
  }

  @Test
  void oneOfTwoThatIsCutOffKeepsSilentAndTheOtherServes() {
    try (Lab lab = joined(LabSetup.of(2, Needs.lab()).withObserver())) {
      String owner = lab.plan().firstOwner();
      String other = lab.plan().nextOwner();

      Watch watch = Watch.since(lab, lab.network().rule(Network.deafen(owner)));
      Steadiness.await(lab, Expected.of(List.of(other)));
      watch.oneOwner().takenOverWithin(owner, Bounds.LAST_ONE_MILLIS).clientEndsAt(other);
    }
  }

  @Test
  void aSplitOfTwoAndTwoIsServedOnBothSides() {
    try (Lab lab = joined(LabSetup.of(4, Needs.lab()).withObserver())) {
      String owner = lab.plan().firstOwner();
      String heir = lab.plan().nextOwner();
      List<String> here = new ArrayList<>(lab.plan().nodes());
      List<String> there = List.of(owner, Plan.order(here, lab.plan().ipv4()).getLast());
      here.removeAll(there);

      Watch split = Watch.since(lab, lab.network().rule(Network.island(there)));
      Steadiness.await(lab, Expected.of(here));
      Steadiness.await(lab, Expected.of(there).withoutClient());
      split.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);

      Watch healed = Watch.since(lab, lab.network().heal());
      Steadiness.await(lab);
      healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
    }
  }

  @Test
  void fiveMayDieOneByOneAndTheLastOneServes() {
    try (Lab lab = joined(LabSetup.of(5, Needs.lab()).withObserver())) {
      List<String> left = new ArrayList<>(lab.plan().nodes());
      Watch watch = Watch.start(lab);
      while (left.size() > 1) {
        String owner = Plan.order(left, lab.plan().ipv4()).getFirst();
        lab.network().onSwitch(Network.cut(owner));
        lab.speaker(owner).end(Posix.SIGKILL);
        left.remove(owner);
        Steadiness.await(lab, Expected.of(left));
      }
      watch.oneOwner().clientEndsAt(left.getFirst());
    }
  }

  /** The kernel keeps what is sent to them, and charges it to the socket: see Healing. */
  @Test
  void fifteenOthersWithoutPowerHoldUpNothing() {
    try (Lab lab = new Lab(LabSetup.of(20, Needs.lab()).withObserver())) {
      List<String> live = lab.plan().nodes().subList(0, 5);
      lab.plan().nodes().stream()
          .filter(node -> !live.contains(node))
          .forEach(node -> lab.network().onSwitch(Network.cut(node)));
      live.forEach(lab::startSpeaker);
      Steadiness.await(lab, Expected.of(live));

      long most = 0;
      for (int look = 0; look < LOOKS; look++) {
        for (String node : live) {
          most = Math.max(most, KernelCounts.udpBytesQueued(lab.speaker(node).processId()));
        }
        Patience.pause(LOOK_MILLIS);
      }
      System.out.println("figures: most bytes queued for fifteen that are off: " + most);
      assertThat(most).isBetween(1L, QUEUED_BYTES_MAX);

      List<String> order = Plan.order(live, lab.plan().ipv4());
      Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(order.getFirst())));
      Steadiness.await(lab, Expected.of(order.subList(1, order.size())));
      watch.oneOwner().takenOverWithin(order.getFirst(), Bounds.LAST_ONE_MILLIS);
    }
  }

  @Test
  void nineMayStartAtOnce() {
    try (Lab lab = new Lab(LabSetup.of(9, Needs.lab()).withObserver())) {
      Watch watch = Watch.start(lab);
      lab.startSpeakers();
      lab.awaitJoined();
      Steadiness.await(lab);

      watch.overlapAtMost(Bounds.CROWDED_CLAIM_MILLIS).clientEndsAt(lab.plan().firstOwner());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void theyMayStartInAnyOrder(long seed) {
    startInOrderOf(seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4, 5, 6, 7, 8, 9, 10})
  @Tag("long")
  void theyMayStartInEveryOrder(long seed) {
    startInOrderOf(seed);
  }

  private static void startInOrderOf(long seed) {
    try (Lab lab = new Lab(LabSetup.of(5, Needs.lab()).withObserver())) {
      Random random = new Random(seed);
      List<String> order = new ArrayList<>(lab.plan().nodes());
      Collections.shuffle(order, random);
      Watch watch = Watch.start(lab);
      for (String node : order) {
        lab.startSpeaker(node);
        Patience.pause(random.nextInt(800));
      }
      Steadiness.await(lab);

      watch.oneOwner().clientEndsAt(lab.plan().firstOwner());
    }
  }

  private static LabSetup withWitness(int nodes, String witness) {
    return LabSetup.of(nodes, Needs.lab())
        .withObserver()
        .with(settings -> settings.with("witness", "[\"" + witness + "\"]"));
  }

  private static Lab joined(LabSetup setup) {
    Lab lab = new Lab(setup);
    try {
      lab.startSpeakers();
      lab.awaitJoined();
      Steadiness.await(lab);
      return lab;
    } catch (RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  private static void awaitState(Lab lab, String node, String state) {
    Patience.await(
        node + " to be " + state,
        Duration.ofSeconds(10),
        () -> Optional.of(state).equals(lab.status(node).map(NodeStatus::state)),
        () -> Steadiness.describe(lab));
  }
}
