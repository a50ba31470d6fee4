package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.nodes.SpeakerSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The speakers' talk has a network of its own, which fails; the segment of the clients does not.
 */
class WireCheckChaosIT extends ChaosCase {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** How long nobody may answer while the group falls apart, in probes of 5 ms. */
  private static final int GAP_PROBES = (int) (Bounds.LAST_ONE_MILLIS / 5);

  @Override
  protected LabSetup setup() {
    return LabSetup.of(3, Needs.lab())
        .withNetworkBehind()
        .withObserver()
        .with(SpeakerSettings::onBackNetwork);
  }

  @AfterEach
  void speakersHearOneAnother() {
    talk(true);
  }

  @Test
  void oneAnswersThoughNoSpeakerHearsAnother() {
    Watch cut = Watch.since(lab, talk(false));
    awaitOneOwnerAmong(nodes);
    cut.overlapAtMost(Bounds.CLAIM_MILLIS).lostAtMost(GAP_PROBES);
    Watch quiet = Watch.start(lab);
    Patience.pause(3_000);
    quiet.oneOwner().nothingLost();

    String dead = ownerNow(lab.plan().ipv4());
    List<String> left = others(dead);
    Watch death = losePower(dead);
    awaitOneOwnerAmong(left);
    death.overlapAtMost(Bounds.CLAIM_MILLIS).lostAtMost((int) (Bounds.UNTOLD_DEATH_MILLIS / 5));

    Watch healed = Watch.since(lab, talk(true));
    Steadiness.await(lab, Expected.of(left));
    lab.network().heal();
    startIfEnded(dead);
    Steadiness.await(lab);
    healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  @Test
  void anOwnerThatIsOnlyCutFromTheOthersIsReplacedAndSilent() {
    String port = Network.backPort(owner);
    Watch cut = Watch.since(lab, lab.network().onSwitch("link set " + port + " down\n"));
    Steadiness.await(lab, Expected.of(others(owner)));
    Patience.pause(2_000);
    cut.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
    assertThat(lab.status(owner).orElseThrow().members()).containsExactly(owner);

    Watch healed = Watch.since(lab, lab.network().onSwitch("link set " + port + " up\n"));
    Steadiness.await(lab);
    healed.overlapAtMost(Bounds.HEAL_MILLIS).nothingLost().clientEndsAt(owner);
  }

  @Test
  void oneAnswersThoughTheGroupNeverForms() {
    nodes.forEach(node -> speaker(node).end(Posix.SIGKILL));
    talk(false);
    Watch start = Watch.start(lab);
    nodes.forEach(this::startIfEnded);
    awaitOneOwnerAmong(nodes);
    Patience.pause(1_000);
    start.overlapAtMost(Bounds.CLAIM_MILLIS);

    Watch healed = Watch.since(lab, talk(true));
    Steadiness.await(lab);
    healed.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  /** Whether datagrams between the speakers arrive; returns the moment before. */
  private long talk(boolean works) {
    return lab.network().onSwitch("link set back0 " + (works ? "up" : "down") + "\n");
  }

  private Watch losePower(String node) {
    try (Command cables = lab.network().armPorts()) {
      Watch watch = Watch.since(lab, cables.fire(Network.cut(node)));
      speaker(node).end(Posix.SIGKILL);
      cables.finish();
      return watch;
    }
  }

  /** Waits until each of {@code alive} is alone, and one of them answers for each service IP. */
  private void awaitOneOwnerAmong(List<String> alive) {
    Patience.await(
        "one owner among " + alive + ", each alone",
        LIMIT,
        () ->
            alive.stream().allMatch(this::isAlone)
                && lab.plan().serviceIps().stream()
                    .allMatch(ip -> alive.stream().filter(n -> answers(n, ip)).count() == 1),
        () -> Steadiness.describe(lab));
  }

  private String ownerNow(String ip) {
    return nodes.stream().filter(node -> answers(node, ip)).findFirst().orElseThrow();
  }

  private boolean isAlone(String node) {
    return lab.status(node).map(NodeStatus::members).filter(List.of(node)::equals).isPresent();
  }

  private boolean answers(String node, String ip) {
    return lab.status(node).filter(status -> status.answersFor(ip)).isPresent();
  }
}
