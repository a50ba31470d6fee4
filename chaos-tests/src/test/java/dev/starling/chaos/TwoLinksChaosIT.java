package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.SpeakerSettings;
import dev.starling.chaos.observe.Asker;
import dev.starling.chaos.observe.Question;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Nodes with two cards: the speakers talk on the second, the two service IPs are on the first, and
 * a third one on the second.
 */
class TwoLinksChaosIT extends ChaosCase {
  private static final long LATE_NANOS = 100_000_000L;
  private static final Duration HEARD_LIMIT = Duration.ofSeconds(5);
  private static final List<String> NODES = Plan.of(5).nodes();

  /** Belongs to the same node as the other two while all is well. */
  private static final String IP_BEHIND =
      IntStream.range(128, 250)
          .mapToObj(i -> "10.78.0." + i)
          .filter(ip -> Plan.order(NODES, ip).getFirst().equals(Plan.of(5).firstOwner()))
          .findFirst()
          .orElseThrow();

  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab())
        .withObserver()
        .withNetworkBehind()
        .with(SpeakerSettings::onBackNetwork)
        .with(
            settings ->
                settings.withService(
                    "behind", List.of(IP_BEHIND), "interfaces: [" + Network.BACK_CARD + "]"));
  }

  @Test
  void theIpsOfALinkWithoutCarrierMoveAndNoOthers() {
    var behind = lab.network().attachBehind("behind", Plan.OBSERVER);
    long plugged = System.nanoTime();
    try (Asker asker = new Asker(behind, Plan.macOf(Plan.OBSERVER), List.of(IP_BEHIND))) {
      // The observer's own port has just been plugged in.
      Patience.await(
          "the observer is answered",
          HEARD_LIMIT,
          () -> asker.since(plugged).stream().anyMatch(question -> !question.answers().isEmpty()),
          () -> "");
      Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
      Expected moved = Expected.of(nodes).withCandidates(others(owner));
      Steadiness.await(lab, moved);
      watch
          .oneOwner()
          .noViewChange()
          .takenOverWithin(owner, Bounds.CARRIER_MILLIS)
          .clientEndsAtOwnersOf(moved);
      eachAnsweredBy(owner, asker, watch);

      Watch back = Watch.since(lab, lab.network().heal());
      Steadiness.await(lab);
      back.oneOwner().noViewChange().nothingLost().clientEndsAt(owner);
      eachAnsweredBy(owner, asker, watch);
    }
  }

  /** Each question since but the newest, whose answer may be on its way, by this node alone. */
  private void eachAnsweredBy(String node, Asker asker, Watch watch) {
    long newest = System.nanoTime() - LATE_NANOS;
    List<Question> questions =
        asker.since(watch.nanos()).stream().filter(each -> each.nanos() - newest < 0).toList();
    assertThat(questions).hasSizeGreaterThan(50);
    assertThat(questions).extracting(Question::macs).containsOnly(List.of(macBehind(node)));
  }

  private String macBehind(String node) {
    byte[] address =
        lab.network()
            .node(node)
            .call(() -> NetworkInterface.getByName(Network.BACK_CARD).getHardwareAddress());
    return HexFormat.ofDelimiter(":").formatHex(address);
  }
}
