package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to the card that a speaker both talks and answers on. */
class LinkChaosIT extends ChaosCase {
  private static final String OTHER_MAC = "02:77:00:00:01:01";

  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab()).withObserver();
  }

  @AfterEach
  void theCardIsAsItWas() {
    Namespace node = lab.network().node(owner);
    node.ip("link set eth0 address " + Plan.macOf(owner) + "\n");
    node.ip("ntable change name arp_cache dev eth0 retrans 1000\n");
    lab.network().address(owner, Plan.number(owner));
  }

  @Test
  void aCardThatGoesDownAndUpAgainGivesTheIpsAwayAndTakesThemBack() {
    Watch watch = Watch.start(lab);
    lab.network().node(owner).ip("link set eth0 down\n");
    Steadiness.await(lab, Expected.of(others(owner)));
    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);

    Watch back = Watch.start(lab);
    lab.network().address(owner, Plan.number(owner));
    Steadiness.await(lab);
    back.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  /** A kernel that has given up a neighbour keeps what is to be said to it until it asks again. */
  @Test
  void whoComesBackIsHeardByAllBeforeItAnswersThoughItsKernelAsksForNobody() {
    lab.network().node(owner).ip("ntable change name arp_cache dev eth0 retrans 5000\n");
    lab.network().onSwitch(Network.cut(owner));
    Steadiness.await(lab, Expected.of(others(owner)));
    Patience.pause(1_000);

    Watch back = Watch.since(lab, lab.network().onSwitch(Network.join(owner)));
    Steadiness.await(lab);
    back.oneOwner().nothingLost().takenOverWithin(heir, Bounds.RETURN_MILLIS).clientEndsAt(owner);
  }

  @Test
  void aCardThatIsDeletedAndMadeAgainIsUsedAgain() {
    Watch watch = Watch.start(lab);
    lab.network().node(owner).ip("link del eth0\n");
    Steadiness.await(lab, Expected.of(others(owner)));
    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);

    Watch back = Watch.start(lab);
    lab.network().plug(owner, Plan.macOf(owner));
    lab.network().address(owner, Plan.number(owner));
    Steadiness.await(lab);
    back.overlapAtMost(Bounds.HEAL_MILLIS).clientEndsAt(owner);
  }

  @Test
  void aNewHardwareAddressIsAnnouncedAtOnce() {
    lab.network().node(owner).call(LinkChaosIT::announceOwnAddresses);
    Watch watch = Watch.start(lab);
    lab.network().node(owner).ip("link set eth0 address " + OTHER_MAC + "\n");

    for (String ip : lab.plan().serviceIps()) {
      Patience.await(
          "the client to know the new address for " + ip,
          Duration.ofSeconds(5),
          () -> lab.clientNeighbour(ip).equals(Optional.of(OTHER_MAC)),
          () -> String.valueOf(lab.clientNeighbour(ip)));
    }
    Steadiness.await(lab);
    watch.noViewChange();
    assertThat(watch.lost(lab.plan().ipv4())).isLessThan(100);
  }

  @Test
  void ipv6WorksThroughASwitchThatSnoops() {
    lab.network().snoop();
    try {
      // Two rounds of queries: from then on the switch knows who has joined, and prunes the rest.
      Patience.pause(3_000);
      forgetAndAsk(owner);
      Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
      Steadiness.await(lab, Expected.of(others(owner)));
      watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
      Patience.pause(2_000);
      forgetAndAsk(heir);
    } finally {
      lab.network().snoopNoMore();
    }
  }

  /** The client has to find the IPs by itself: by a question to the IPv6 address's group. */
  private void forgetAndAsk(String expected) {
    lab.network().client().ip("neigh flush dev eth0\n");
    for (String ip : lab.plan().serviceIps()) {
      Patience.await(
          expected + " to be found for " + ip,
          Duration.ofSeconds(2),
          () -> lab.clientNeighbour(ip).equals(Optional.of(Plan.macOf(expected))),
          () -> String.valueOf(lab.clientNeighbour(ip)));
    }
  }

  /** What a host does whose administrator wants changes of hardware addresses to be noticed. */
  private static List<Path> announceOwnAddresses() throws IOException {
    Path ipv4 = Path.of("/proc/sys/net/ipv4/conf/eth0/arp_notify");
    Path ipv6 = Path.of("/proc/sys/net/ipv6/conf/eth0/ndisc_notify");
    Files.writeString(ipv4, "1");
    Files.writeString(ipv6, "1");
    return List.of(ipv4, ipv6);
  }
}
