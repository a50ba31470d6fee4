package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens to the owner of both service IPs, five nodes, each time from a steady state. */
class OwnerChaosIT extends ChaosCase {
  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab()).withObserver();
  }

  @Test
  void anOwnerThatLosesPowerIsReplaced() {
    Watch watch;
    try (Command cable = lab.network().armPorts()) {
      watch = Watch.since(lab, cable.fire(Network.cut(owner)));
      speaker(owner).end(Posix.SIGKILL);
      cable.finish();
    }
    Steadiness.await(lab, Expected.of(others(owner)));

    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
  }

  @Test
  void anOwnerThatThawsSaysNothingBeforeItIsConfirmed() {
    Watch frozen = Watch.since(lab, speaker(owner).signal(Posix.SIGSTOP));
    Steadiness.await(lab, Expected.of(others(owner)));
    frozen.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);

    Watch thawed = Watch.since(lab, speaker(owner).signal(Posix.SIGCONT));
    Steadiness.await(lab);

    thawed.oneOwner().nothingLost().clientEndsAt(owner);
    long together =
        thawed.events(owner).stream()
            .filter(event -> event.members().containsAll(nodes))
            .findFirst()
            .orElseThrow()
            .nanos();
    assertThat(thawed.answeredBy(owner)).isNotEmpty().allMatch(nanos -> nanos - together > 0);
  }

  @Test
  void anOwnerWhoseWordsAreLostIsReplacedAndSilent() {
    Watch watch = Watch.since(lab, lab.network().rule(Network.mute(owner)));
    Steadiness.await(lab, Expected.of(others(owner)));

    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
  }

  @Test
  void anOwnerThatHearsNothingIsReplacedAndSilent() {
    Watch watch = Watch.since(lab, lab.network().rule(Network.deafen(owner)));
    Steadiness.await(lab, Expected.of(others(owner)));

    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
  }

  @Test
  void anOwnerThatIsToldToEndHandsOverFirst() {
    Watch watch = Watch.since(lab, speaker(owner).end(Posix.SIGTERM));
    speaker(owner).awaitEnd(EXIT_LIMIT);
    Steadiness.await(lab, Expected.of(others(owner)));

    watch.overlapAtMost(Bounds.HANDOVER_MILLIS).nothingLost().clientEndsAt(heir);
  }

  @Test
  void aDrainMovesAllAwayAndBackWithoutALoss() {
    Watch watch = Watch.start(lab);
    drain(owner, true);
    Steadiness.await(lab, Expected.of(nodes).withCandidates(others(owner)));
    watch.overlapAtMost(Bounds.HANDOVER_MILLIS).nothingLost().noViewChange().clientEndsAt(heir);

    Watch back = Watch.start(lab);
    drain(owner, false);
    Steadiness.await(lab);
    back.overlapAtMost(Bounds.HANDOVER_MILLIS).nothingLost().noViewChange().clientEndsAt(owner);
  }

  @Test
  void aDrainWaitsForNobodyWhoDoesNotTakeOver() {
    String bystander = others(owner, heir).getLast();
    speaker(bystander).signal(Posix.SIGSTOP);
    Watch watch = Watch.start(lab);
    drain(owner, true);
    List<String> live = others(bystander);
    Steadiness.await(lab, Expected.of(live).withCandidates(others(owner, bystander)));
    watch.overlapAtMost(Bounds.HANDOVER_MILLIS).nothingLost().clientEndsAt(heir);

    speaker(bystander).signal(Posix.SIGCONT);
    drain(owner, false);
    Steadiness.await(lab);
  }

  @Test
  void aNodeThatIsNotTheOwnerStealsNothingWhenItRestarts() {
    String bystander = Plan.order(nodes, lab.plan().ipv4()).getLast();
    Watch watch = Watch.start(lab);
    for (int signal : new int[] {Posix.SIGKILL, Posix.SIGTERM}) {
      restart(bystander, signal);
      Steadiness.await(lab);
    }

    watch.oneOwner().nothingLost().onlyFrom(owner).clientEndsAt(owner);
  }

  @Test
  void allCanBeRestartedOneByOneWithoutALoss() {
    Watch watch = Watch.start(lab);
    for (String node : nodes) {
      restart(node, Posix.SIGTERM);
      Steadiness.await(lab);
    }

    watch.overlapAtMost(2 * Bounds.HANDOVER_MILLIS).nothingLost().clientEndsAt(owner);
  }

  @Test
  void theCoordinatorAndTheNextInLineMayDieTogether() {
    List<String> oldestFirst = lab.status(owner).orElseThrow().members();
    List<String> dead = oldestFirst.subList(0, 2);
    Watch watch = Watch.start(lab);
    dead.forEach(node -> speaker(node).end(Posix.SIGKILL));
    Expected rest = Expected.of(others(dead.toArray(String[]::new)));
    Steadiness.await(lab, rest);

    watch.oneOwner().nothingLost().clientEndsAtOwnersOf(rest);
  }

  @Test
  void theOwnerAndItsHeirMayLosePowerTogether() {
    Expected rest = Expected.of(others(owner, heir));
    Watch watch;
    try (Command cables = lab.network().armPorts()) {
      watch = Watch.since(lab, cables.fire(Network.cut(owner) + Network.cut(heir)));
      speaker(owner).end(Posix.SIGKILL);
      speaker(heir).end(Posix.SIGKILL);
      cables.finish();
    }
    Steadiness.await(lab, rest);

    watch.oneOwner().takenOverWithin(owner, 2 * Bounds.SILENCE_MILLIS).clientEndsAtOwnersOf(rest);
  }
}
