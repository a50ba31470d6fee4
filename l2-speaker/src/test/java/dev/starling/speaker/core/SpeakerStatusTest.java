package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.GOOD;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.SpeakerStatus.IpStatus;
import dev.starling.speaker.core.SpeakerStatus.MemberStatus;
import dev.starling.speaker.core.SpeakerStatus.PermitStatus;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the speaker on node a shows of itself. */
class SpeakerStatusTest {
  private static final ServiceIp OURS = ipOf("a", "b", "c", "d");
  private static final ServiceIp LOCK = ipOf("b", "a", "c", "d");
  private static final Plan PLAN =
      plan(setOf("a", "b", "c", "d"), service(false, OURS), service(true, LOCK));

  @Test
  void nothingIsKnownAtFirst() {
    SpeakerStatus status = new Hand(-7).status();
    assertThat(status.view()).isNull();
    assertThat(status.ips()).isEmpty();
    assertThat(status.links()).isEmpty();
    assertThat(status.majority()).isFalse();
    assertThat(status.state()).isEqualTo(SpeakerState.SETTLING);
    assertThat(status.permit()).isEqualTo(new PermitStatus(true, -1));
  }

  @Test
  void whatIsSomebodyElsesOnOurLinksIsOwnedAndNotAnswered() {
    SpeakerStatus status = Hand.settled(PLAN, "a", "b", "c").status();
    SortedMap<String, Silence> taken = new TreeMap<>();
    taken.put(OURS.text(), Silence.IP_OF_GATEWAY);
    taken.put(LOCK.text(), Silence.IP_OF_LINK);
    assertThat(status.without(taken).ips())
        .extracting(IpStatus::service, IpStatus::owned, IpStatus::answering, IpStatus::silence)
        .containsExactlyInAnyOrder(
            tuple("web", true, false, Silence.IP_OF_GATEWAY), tuple("lock", false, false, null));
    assertThat(status.without(new TreeMap<>())).isSameAs(status);
  }

  @Test
  void eachIpHasItsCandidatesAndReasons() {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    hand.describe(member("c"), view(1, "a", "b", "c"), new Description(true, false, setOf()));
    hand.describe(member("b"), view(1, "a", "b", "c"), new Description(true, true, setOf(ETH0)));
    assertThat(hand.status().ips())
        .containsExactlyInAnyOrder(
            new IpStatus(
                OURS.text(),
                "web",
                "available",
                "a",
                true,
                true,
                null,
                List.of("a"),
                reasons("b", "DRAINING", "c", "NO_USABLE_LINK", "d", "NOT_A_MEMBER"),
                setOf(ETH0),
                0),
            new IpStatus(
                LOCK.text(),
                "lock",
                "unique",
                "a",
                true,
                true,
                null,
                List.of("a"),
                reasons("b", "DRAINING", "c", "NO_USABLE_LINK", "d", "NOT_A_MEMBER"),
                setOf(ETH0),
                0));
  }

  @Test
  void sideWithoutAMajoritySaysWhyItIsSilent() {
    Hand hand = Hand.settled(PLAN, "a", "b");
    assertThat(hand.status().majority()).isFalse();
    assertThat(hand.status().why()).isEqualTo("no majority");
    assertThat(silences(hand)).isEqualTo(Map.of("lock", "NO_MAJORITY", "web", "ASKING"));
    hand.runMillis(30);
    assertThat(silences(hand)).isEqualTo(Map.of("lock", "NO_MAJORITY", "web", "null"));
    hand.step(new Event.ViewInstalled(view(2, "a")));
    assertThat(silences(hand)).isEqualTo(Map.of("lock", "NO_MAJORITY", "web", "ISOLATED"));
  }

  @Test
  void settlingAndMissingCandidatesAreToldApart() {
    var hand = new Hand(0);
    hand.step(new Event.Configured(PLAN));
    hand.step(new Event.ViewInstalled(view(1, "a", "b", "c")));
    for (String node : List.of("b", "c")) {
      hand.describe(member(node), view(1, "a", "b", "c"), new Description(true, false, setOf()));
    }
    assertThat(silences(hand)).isEqualTo(Map.of("lock", "SETTLING", "web", "SETTLING"));
    hand.runMillis(2000);
    hand.confirmAll();
    assertThat(silences(hand)).isEqualTo(Map.of("lock", "NO_CANDIDATE", "web", "NO_CANDIDATE"));
  }

  @Test
  void memberIsUnknownUntilItHasDescribedItself() {
    Hand hand = Hand.settled(PLAN, "a", "b");
    hand.step(new Event.ViewInstalled(view(2, "b", "a", "c")));
    assertThat(hand.status().view()).isNotNull();
    assertThat(memberNames(hand)).containsExactly("b known", "a self known", "c");
    hand.describe(member("c"), view(2, "b", "a", "c"), GOOD);
    assertThat(memberNames(hand)).containsExactly("b known", "a self known", "c known");
  }

  @ParameterizedTest
  @CsvSource({"143000000, true, 143", "1, true, 0", "0, false, 0", "-5000000, false, 0"})
  void permitEndsWithItsLease(long leftNanos, boolean held, long leftMillis) {
    Hand hand = Hand.settled(PLAN, "a", "b", "c");
    SpeakerStatus status = hand.speaker.status(hand.nowNanos + leftNanos, hand.nowNanos).get();
    assertThat(status.permit()).isEqualTo(new PermitStatus(held, leftMillis));
    assertThat(status.ips()).anyMatch(IpStatus::owned);
    assertThat(status.ips().stream().anyMatch(IpStatus::answering)).isEqualTo(held);
  }

  private static Map<String, String> silences(Hand hand) {
    Map<String, String> silences = new TreeMap<>();
    hand.status().ips().forEach(ip -> silences.put(ip.service(), String.valueOf(ip.silence())));
    return silences;
  }

  private static List<String> memberNames(Hand hand) {
    SpeakerStatus.ViewStatus view = hand.status().view();
    List<MemberStatus> members = view == null ? List.of() : view.members();
    return members.stream()
        .map(m -> m.node() + (m.self() ? " self" : "") + (m.known() ? " known" : ""))
        .toList();
  }

  private static SortedMap<String, String> reasons(String... pairs) {
    SortedMap<String, String> reasons = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      reasons.put(pairs[i], pairs[i + 1]);
    }
    return reasons;
  }
}
