package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.Speaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What happens to the owner of both service IPs, five nodes, each time from a steady state. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnerChaosIT {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);

  private Lab lab;
  private List<String> nodes;
  private String owner;
  private String heir;

  @BeforeAll
  void startSpeakers() {
    lab = new Lab(LabSetup.of(5, Needs.lab()).withObserver());
    lab.startSpeakers();
    lab.awaitJoined();
    nodes = lab.plan().nodes();
    owner = lab.plan().firstOwner();
    heir = lab.plan().nextOwner();
  }

  @BeforeEach
  void isSteady() {
    Steadiness.await(lab);
  }

  @AfterEach
  void isWellAgain() {
    lab.network().heal();
    for (String node : nodes) {
      if (lab.speaker(node).isTold()) {
        lab.speaker(node).awaitEnd(EXIT_LIMIT);
        lab.speaker(node).startAgain();
      }
    }
    Steadiness.await(lab);
  }

  @AfterAll
  void close() {
    if (lab != null) {
      lab.close();
    }
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
  void aNodeThatIsNotTheOwnerStealsNothingWhenItRestarts() {
    String bystander = Plan.order(nodes, lab.plan().ipv4()).getLast();
    Watch watch = Watch.start(lab);
    for (int signal : new int[] {Posix.SIGKILL, Posix.SIGTERM}) {
      speaker(bystander).end(signal);
      speaker(bystander).awaitEnd(EXIT_LIMIT);
      speaker(bystander).startAgain();
      Steadiness.await(lab);
    }

    watch.oneOwner().nothingLost().onlyFrom(owner).clientEndsAt(owner);
  }

  @Test
  void allCanBeRestartedOneByOneWithoutALoss() {
    Watch watch = Watch.start(lab);
    for (String node : nodes) {
      speaker(node).end(Posix.SIGTERM);
      speaker(node).awaitEnd(EXIT_LIMIT);
      speaker(node).startAgain();
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

  private void drain(String node, boolean drain) {
    lab.files().configure(node, lab.files().settings(node).withDrain(drain));
    speaker(node).signal(Posix.SIGHUP);
    Patience.pause(100);
  }

  private Speaker speaker(String node) {
    return lab.speaker(node);
  }

  private List<String> others(String... without) {
    List<String> rest = new ArrayList<>(nodes);
    rest.removeAll(List.of(without));
    return rest;
  }
}
