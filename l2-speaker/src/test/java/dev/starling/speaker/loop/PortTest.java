package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.link.InMemoryLink;
import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.SendResult;
import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.arpndp.responder.Announcements;
import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.responder.WitnessProbe;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PortTest {
  private static final long SECOND = 1_000_000_000L;
  private static final ServiceIp IPV4 = ServiceIp.of("192.0.2.80");
  private static final ServiceIp IPV6 = ServiceIp.of("2001:db8::80");
  private static final LinkWish WISH =
      new LinkWish(new TreeSet<>(List.of(IPV4, IPV6)), new TreeSet<>(List.of(IPV4, IPV6)), false);
  private static final SortedSet<ServiceIp> ONE = new TreeSet<>(List.of(IPV4));
  private static final LinkInfo UP = FakeOpener.up("eth0");

  private final FakeOpener opener = new FakeOpener();
  private final Port port =
      new Port(
          "eth0",
          opener,
          new Responder(() -> 0, () -> Long.MAX_VALUE, Radar.DEAF, Responder.answerLimit()),
          (link, end, detail) -> {});

  PortTest() {
    port.configure(WISH, List.of());
  }

  @Test
  void aLinkThatCanBeOpenedIsAndThenIsUsable() {
    assertThat(port.state().usable()).isFalse();

    port.seen(UP, 0);

    assertThat(port.state().usable()).isTrue();
    assertThat(port.state().mac()).isEqualTo("02:00:00:00:00:01");
    assertThat(opener.filters).containsExactly(List.of(IPV4.address(), IPV6.address()));
  }

  @Test
  void aLinkWithoutCarrierStaysOpenAndIsNotUsable() {
    port.seen(UP, 0);
    port.seen(change(UP, true, false, 7, FakeOpener.MAC), 1);

    assertThat(port.link()).isNotNull();
    assertThat(port.state().usable()).isFalse();
    assertThat(opener.attempts).isEqualTo(1);
  }

  @Test
  void aLinkThatGoesDownIsClosedAndOpenedAgainAtOnceWhenItIsBack() {
    port.seen(UP, 0);
    port.seen(change(UP, false, false, 7, FakeOpener.MAC), 1);
    assertThat(port.link()).isNull();

    port.seen(UP, 2);

    assertThat(port.state().usable()).isTrue();
    assertThat(opener.attempts).isEqualTo(2);
  }

  @Test
  void anotherInterfaceOfTheSameNameAndAnotherMacAreOpenedAnew() {
    port.seen(UP, 0);
    port.seen(change(UP, true, true, 8, FakeOpener.MAC), 1);
    port.seen(change(UP, true, true, 8, new MacAddress(0x0200_0000_0002L)), 2);

    assertThat(opener.attempts).isEqualTo(3);
    assertThat(Objects.requireNonNull(port.link()).info().mac())
        .isEqualTo(new MacAddress(0x0200_0000_0002L));
    assertThat(port.responder().published().mac()).isEqualTo(new MacAddress(0x0200_0000_0002L));
  }

  @Test
  void aRefusalIsTriedAgainAfterPausesThatDoubleUpToFiveSeconds() {
    opener.refusing = true;
    port.seen(UP, 0);
    assertThat(port.refusal()).isEqualTo("told to");

    long now = 0;
    long[] pausesMillis = {100, 200, 400, 800, 1600, 3200, 5000, 5000};
    for (int i = 0; i < pausesMillis.length; i++) {
      long pause = pausesMillis[i] * 1_000_000;
      port.open(now + pause - 1);
      assertThat(opener.attempts).as("before pause %d is over", i).isEqualTo(i + 1);
      now += pause;
      port.open(now);
      assertThat(opener.attempts).as("after pause %d", i).isEqualTo(i + 2);
    }

    opener.refusing = false;
    port.open(now + 5 * SECOND);
    assertThat(port.state().usable()).isTrue();
    assertThat(port.refusal()).isEmpty();
  }

  @Test
  void aCaptureThatHasEndedIsNotUsableAndIsOpenedAgain() {
    port.seen(UP, 0);
    InMemoryLink first = opener.opened.getFirst();
    first.close();
    assertThat(port.state().usable()).isFalse();

    port.ended(first, LinkEnd.FAILED, "read error", SECOND);
    assertThat(port.refusal()).isEqualTo("the capture has ended: read error");

    port.open(SECOND + Port.RETRY_MIN_NANOS);
    assertThat(port.state().usable()).isTrue();
  }

  @Test
  void theEndOfACaptureThatWasReplacedIsOfNoMatter() {
    port.seen(UP, 0);
    InMemoryLink old = opener.opened.getFirst();
    port.seen(change(UP, true, true, 8, FakeOpener.MAC), 1);

    port.ended(old, LinkEnd.CLOSED, "", 2);

    assertThat(port.state().usable()).isTrue();
    assertThat(port.refusal()).isEmpty();
  }

  @Test
  void announcementsGoOutWhileThePermitHolds() {
    port.seen(UP, 0);
    InMemoryLink link = opener.opened.getFirst();

    assertThat(port.announce(List.of(all(IPV4), all(IPV6)), () -> true)).isTrue();
    assertThat(link.takeSent()).hasSize(3);
    assertThat(port.announced()).isEqualTo(3);

    assertThat(port.announce(List.of(all(IPV4)), () -> false)).isFalse();
    assertThat(link.takeSent()).isEmpty();
  }

  @Test
  void theFirstFrameOfEachIpCanGoBeforeTheSecondOfAny() {
    port.seen(UP, 0);
    InMemoryLink link = opener.opened.getFirst();

    var first = new AnnouncementSchedule.Due<>(IPV4, Announcements.Part.FIRST);
    var rest = new AnnouncementSchedule.Due<>(IPV4, Announcements.Part.REST);
    assertThat(port.announce(List.of(first), () -> true)).isTrue();
    assertThat(port.announce(List.of(rest), () -> true)).isTrue();

    List<byte[]> round = Announcements.frames(IPV4.address(), FakeOpener.MAC);
    assertThat(link.takeSent()).containsExactlyElementsOf(round);
  }

  private static AnnouncementSchedule.Due<ServiceIp> all(ServiceIp ip) {
    return new AnnouncementSchedule.Due<>(ip, Announcements.Part.ALL);
  }

  @Test
  void nothingIsAnnouncedThatTheLinkIsNotFor() {
    port.configure(new LinkWish(ONE, ONE, false), List.of());
    port.seen(UP, 0);

    assertThat(port.announce(List.of(all(IPV6)), () -> true)).isFalse();
    assertThat(opener.opened.getFirst().takeSent()).isEmpty();
  }

  @Test
  void anAnnouncementThatTheKernelDoesNotTakeIsNone() {
    port.seen(UP, 0);
    opener.opened.getFirst().sendingEndsWith(SendResult.DOWN);

    assertThat(port.announce(List.of(all(IPV4)), () -> true)).isFalse();
    assertThat(port.announced()).isZero();
  }

  @Test
  void aWitnessIsAskedUnlessItIsThisNodeItself() {
    port.seen(UP, 0);
    port.configure(WISH, List.of(InetAddress.ofLiteral("192.0.2.1")));
    assertThat(port.state().witness()).isFalse();
    port.askWitness();
    assertThat(opener.opened.getFirst().takeSent()).isEmpty();

    port.configure(WISH, List.of(InetAddress.ofLiteral("192.0.2.254")));
    assertThat(port.state().witness()).isTrue();
    port.askWitness();
    assertThat(opener.opened.getFirst().takeSent()).hasSize(1);
  }

  @Test
  void aWitnessOfAFamilyThatTheLinkDoesNotSpeakIsNone() {
    port.seen(UP, 0);
    port.configure(WISH, List.of(InetAddress.ofLiteral("2001:db8::1")));

    assertThat(port.state().witness()).isFalse();
  }

  @Test
  void theSegmentIsAskedForServiceIpsAlsoOfAFamilyThatTheLinkDoesNotSpeak() {
    ServiceIp ipv6 = ServiceIp.of("2001:db8::80");
    List<InetAddress> linkLocal = List.of(IpAddresses.linkLocal(FakeOpener.MAC));
    port.ask(List.of(IPV4));
    port.seen(UP, 0);
    port.configure(WISH, List.of());
    port.ask(List.of(IPV4, ipv6));

    assertThat(opener.opened.getFirst().takeSent())
        .containsExactly(
            WitnessProbe.frame(IPV4.address(), FakeOpener.MAC, UP.addresses()).orElseThrow(),
            WitnessProbe.frame(ipv6.address(), FakeOpener.MAC, linkLocal).orElseThrow());
  }

  @Test
  void aPeerIsSoughtInTheNameOfTheAddressThatSpeakersUse() {
    InetAddress peer = InetAddress.ofLiteral("192.0.2.77");
    InetAddress bind = UP.addresses().getFirst();
    PortTable ports = new PortTable(() -> 0, () -> Long.MAX_VALUE);
    ports.add(port);
    port.seen(UP, 0);

    new PeerSeeker(InetAddress.ofLiteral("192.0.2.99"), ports).seek(peer);
    assertThat(opener.opened.getFirst().takeSent()).isEmpty();

    new PeerSeeker(bind, ports).seek(peer);
    assertThat(opener.opened.getFirst().takeSent())
        .containsExactly(WitnessProbe.frame(peer, FakeOpener.MAC, List.of(bind)).orElseThrow());
  }

  private static LinkInfo change(
      LinkInfo info, boolean up, boolean carrier, int index, MacAddress mac) {
    return new LinkInfo(
        info.name(), true, index, up, carrier, 2, mac, false, false, 1500, info.addresses());
  }
}
