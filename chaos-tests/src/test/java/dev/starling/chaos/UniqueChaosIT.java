package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.NodeStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Service IPs of which no two nodes may ever answer, not even in two parts of a segment. */
class UniqueChaosIT extends ChaosCase {
  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab())
        .withObserver()
        .with(
            settings ->
                settings
                    .withoutServices()
                    .withService(
                        "lock",
                        Plan.of(5).serviceIps(),
                        "policy: unique, interfaces: [" + Network.CARD + "]"));
  }

  @Test
  void anOwnerThatDiesIsReplacedWhenItsPermitWouldHaveEnded() {
    Watch watch = Watch.start(lab);
    kill(owner);
    Steadiness.await(lab, Expected.of(others(owner)));

    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
    claimedLaterThan(100, watch);
  }

  @Test
  void anOwnerThatIsCutOffIsReplacedAsSoonAsAnyOther() {
    Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
    Steadiness.await(lab, Expected.of(others(owner)));
    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);

    lab.network().heal();
    Steadiness.await(lab);
    watch.oneOwner().clientEndsAt(owner);
  }

  /** The client, the observer and the witness are with the smaller side. */
  @Test
  void aSideWithoutAMajorityIsSilent() {
    List<String> small = List.of(owner, heir);
    Watch split = Watch.since(lab, lab.network().rule(Network.island(others(owner, heir))));
    small.forEach(this::awaitNoOwner);
    Watch silent = Watch.start(lab);
    Patience.pause(2_000);
    assertThat(silent.claims()).isEmpty();
    assertThat(silent.questions()).allMatch(each -> each.answers().isEmpty());

    lab.network().heal();
    Steadiness.await(lab);
    split.oneOwner().clientEndsAt(owner);
  }

  /** A majority takes the owner for crashed at once, and it lives. */
  @Test
  void anOwnerWhoseFirewallRejectsIsWaitedFor() {
    Watch watch = Watch.start(lab);
    firewall(
        "table inet firewall { chain in {"
            + " type filter hook input priority 0; udp dport 7946 reject; }; }\n");
    try {
      Steadiness.await(lab, Expected.of(others(owner)));
      watch.oneOwner().clientEndsAt(heir);
      claimedLaterThan(150, watch);
    } finally {
      firewall("delete table inet firewall\n");
    }
    Steadiness.await(lab);
    watch.oneOwner().clientEndsAt(owner);
  }

  @Test
  void aDrainLosesNothing() {
    Watch watch = Watch.start(lab);
    drain(owner, true);
    Steadiness.await(lab, Expected.of(nodes).withCandidates(others(owner)));
    drain(owner, false);
    Steadiness.await(lab);

    watch.overlapAtMost(Bounds.HANDOVER_MILLIS).nothingLost().clientEndsAt(owner);
  }

  /** The others make a view without the owner much sooner. */
  private void claimedLaterThan(double millis, Watch watch) {
    for (String ip : lab.plan().serviceIps()) {
      assertThat(watch.firstFrame(ip, owner).orElseThrow()).isGreaterThan(millis);
    }
  }

  private void firewall(String rules) {
    Command.run(lab.network().node(owner).command(List.of("nft", "-f", "-")), rules);
  }

  private void awaitNoOwner(String node) {
    List<String> ips = new ArrayList<>(lab.plan().serviceIps());
    Patience.await(
        node + " to answer for nothing",
        Duration.ofSeconds(10),
        () -> {
          Optional<NodeStatus> status = lab.status(node);
          return status.isPresent() && ips.stream().noneMatch(status.get()::answersFor);
        },
        () -> Steadiness.describe(lab));
  }
}
