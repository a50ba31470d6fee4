package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.link.InMemoryLink;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.LinkState;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import dev.starling.speaker.core.Silence;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PortsTest {
  private static final MacAddress STRANGER = new MacAddress(0x0200_0000_0009L);
  private static final LinkInfo UP = FakeOpener.up("eth0");

  private final List<Throwable> broken = new ArrayList<>();
  private final List<String> kept = new ArrayList<>();
  private final SortedMap<String, List<InetAddress>> routes = new TreeMap<>();
  private final EventQueue queue = new EventQueue(() -> 0, broken::add);
  private final FakeOpener opener = new FakeOpener();
  private final PortTable table = new PortTable(this::now, () -> Long.MAX_VALUE);
  private @Nullable String bindLink;
  private final SortedSet<String> interfaces = new TreeSet<>();
  private long now;

  private final Ports ports =
      new Ports(
          table,
          queue,
          new Ports.Outside(
              this::now,
              opener,
              (link, ips, anew) -> kept.add(link.name() + " " + ips.size() + (anew ? " anew" : "")),
              () -> routes,
              address -> bindLink,
              () -> interfaces),
          () -> Long.MAX_VALUE,
          Runnable::run);

  private long now() {
    return now;
  }

  @Test
  void aConfigurationReachesTheCoreAndItsLinksFollowOnceTheyAreSeen() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));

    assertThat(ports.names()).containsExactly("eth0");
    assertThat(events()).singleElement().isInstanceOf(Event.Configured.class);
    ports.tick();
    assertThat(events()).isEmpty();

    ports.seen(UP);

    assertThat(links()).singleElement().satisfies(l -> assertThat(l.usable()).isTrue());
    assertThat(kept).contains("eth0 2");
  }

  @Test
  void eachChangeIsToldOnce() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    events();

    ports.seen(UP);
    ports.tick();
    assertThat(links()).isEmpty();

    ports.seen(LinkInfo.absent("eth0"));
    assertThat(links()).singleElement().satisfies(l -> assertThat(l.present()).isFalse());
  }

  @Test
  void aLinkThatComesBackJoinsItsGroupsAnew() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    ports.seen(LinkInfo.absent("eth0"));
    ports.seen(UP);

    assertThat(kept.getLast()).isEqualTo("eth0 2 anew");
  }

  @Test
  void aCaptureThatEndsIsToldAndOpenedAgainByATick() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    events();
    InMemoryLink link = opener.opened.getFirst();
    link.close();
    ports.tick();
    assertThat(links()).singleElement().satisfies(l -> assertThat(l.usable()).isFalse());
  }

  @Test
  void theDefaultGatewayOfTheLinkIsItsWitnessUnlessTheFileNamesOne() throws InterruptedException {
    routes.put("eth0", List.of(InetAddress.ofLiteral("192.0.2.254")));
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    assertThat(links().getLast().witness()).isTrue();

    ports.configure(Intent.of(Configs.of(Configs.THREE + "witness: [\"192.0.2.1\"]\n")));
    assertThat(links().getLast().witness()).isFalse();
  }

  @Test
  void anInterfaceThatNoServiceNamesServesThoseThatNameNone() throws InterruptedException {
    interfaces.addAll(List.of("eth0", "eth1", "veth7"));
    var ip = ServiceIp.of("192.0.2.80");
    var service =
        ServicePlan.alike(
            "web",
            new TreeSet<>(List.of(ip)),
            new TreeSet<>(List.of(ServicePlan.ANY_LINK)),
            null,
            false);
    var plan = new Plan(new TreeSet<>(List.of("n1")), List.of(service), false);
    ports.configure(new Intent(Configs.of(Configs.THREE), plan, List.of(Pattern.compile("^veth"))));
    assertThat(ports.names()).containsExactly("eth0", "eth1");
    ports.seen(UP);
    assertThat(links()).singleElement().satisfies(link -> assertThat(link.general()).isTrue());

    interfaces.remove("eth1");
    interfaces.add("eth2");
    now += 1_000_000_000L;
    ports.tick();

    assertThat(ports.names()).containsExactly("eth0", "eth2");
  }

  @Test
  void anInterfaceIsGeneralAlsoWhereEachServiceNamesItsOwn() throws InterruptedException {
    interfaces.addAll(List.of("eth0", "eth1"));
    var service =
        ServicePlan.alike(
            "web",
            new TreeSet<>(List.of(ServiceIp.of("192.0.2.80"))),
            new TreeSet<>(List.of("eth0")),
            null,
            false);
    var plan = new Plan(new TreeSet<>(List.of("n1")), List.of(service), false);
    ports.configure(new Intent(Configs.of(Configs.THREE), plan, List.of()));
    ports.seen(UP);

    assertThat(ports.names()).containsExactly("eth0");
    assertThat(links()).singleElement().satisfies(link -> assertThat(link.general()).isTrue());
  }

  @Test
  void whatTheGatewayAndTheNodeItselfAnswerForIsNobodysServiceIp() throws InterruptedException {
    routes.put("eth0", List.of(InetAddress.ofLiteral("192.0.2.254")));
    SortedSet<ServiceIp> ips = new TreeSet<>();
    for (String ip : List.of("192.0.2.1", "192.0.2.80", "192.0.2.254")) {
      ips.add(ServiceIp.of(ip));
    }
    var service = ServicePlan.alike("web", ips, new TreeSet<>(List.of("eth0")), null, false);
    var plan = new Plan(new TreeSet<>(List.of("n1")), List.of(service), false);
    ports.configure(new Intent(Configs.of(Configs.THREE), plan, List.of()));
    SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();
    answers.put("eth0", ips);
    table.publish(answers);
    ports.seen(UP);
    ports.tick();

    InMemoryLink link = opener.opened.getFirst();
    for (ServiceIp ip : ips) {
      link.deliver(question(ip.text()));
    }
    assertThat(link.takeSent()).as("192.0.2.80 alone").hasSize(1);
    assertThat(ports.barred())
        .extracting(Object::toString)
        .containsExactly("192.0.2.1 on eth0: ipOfLink", "192.0.2.254 on eth0: ipOfGateway");
    assertThat(ports.silences())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("192.0.2.1", Silence.IP_OF_LINK, "192.0.2.254", Silence.IP_OF_GATEWAY));
    assertThat(kept.getLast()).isEqualTo("eth0 1");
    assertThat(events()).isNotEmpty();

    routes.put("eth0", List.of(InetAddress.ofLiteral("192.0.2.80")));
    now += 5_000_000_000L;
    ports.tick();
    link.deliver(question("192.0.2.80"));
    assertThat(link.takeSent()).isEmpty();
    assertThat(ports.barred()).hasSize(2);

    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    link.deliver(question("192.0.2.80"));
    assertThat(link.takeSent()).as("a file is its owner's word").hasSize(1);
    assertThat(ports.barred()).isEmpty();
    assertThat(ports.silences()).isEmpty();
  }

  @Test
  void noMoreInterfacesAreUsedThanCanBeWatched() {
    for (int i = 0; i < 100; i++) {
      interfaces.add("eth" + i);
    }
    var service =
        ServicePlan.alike(
            "web",
            new TreeSet<>(List.of(ServiceIp.of("192.0.2.80"))),
            new TreeSet<>(List.of("bond0", ServicePlan.ANY_LINK)),
            null,
            false);
    var plan = new Plan(new TreeSet<>(List.of("n1")), List.of(service), false);
    ports.configure(new Intent(Configs.of(Configs.THREE), plan, List.of()));
    assertThat(ports.names()).contains("bond0", "eth0").hasSizeLessThanOrEqualTo(64);
  }

  @Test
  void aGatewayThatComesLaterIsNoticedWithinFiveSeconds() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    assertThat(links().getLast().witness()).isFalse();
    routes.put("eth0", List.of(InetAddress.ofLiteral("192.0.2.254")));

    now += 5_000_000_000L;
    ports.tick();

    assertThat(links().getLast().witness()).isTrue();
  }

  @Test
  void aServiceWithoutInterfaceWaitsForTheBindAddress() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE.replace("    interfaces: [eth0]\n", ""))));
    assertThat(events()).isEmpty();

    bindLink = "bond0";
    now += 1_000_000_000L;
    ports.tick();

    assertThat(ports.names()).containsExactly("bond0");
    assertThat(events()).singleElement().isInstanceOf(Event.Configured.class);
  }

  @Test
  void aLinkThatIsWantedNoLongerIsClosedAndGone() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    events();

    ports.configure(Intent.of(Configs.of(Configs.THREE.replace("[eth0]", "[eth1]"))));

    assertThat(ports.names()).containsExactly("eth1");
    assertThat(links()).extracting(LinkState::name).containsExactly("eth0");
  }

  @Test
  void whatIsOwnedIsAnsweredForAndNothingAfterTheSilence() {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);
    SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();
    answers.put("eth0", new TreeSet<>(List.of(ServiceIp.of("192.0.2.80"))));
    table.publish(answers);
    InMemoryLink link = opener.opened.getFirst();

    link.deliver(question("192.0.2.80"));
    assertThat(link.takeSent()).hasSize(1);

    table.silence();
    table.publish(answers);
    link.deliver(question("192.0.2.80"));
    assertThat(link.takeSent()).isEmpty();
  }

  @Test
  void aPortThatComesLaterAnswersForWhatIsOwnedAlready() {
    SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();
    answers.put("eth0", new TreeSet<>(List.of(ServiceIp.of("192.0.2.80"))));
    table.publish(answers);
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);

    opener.opened.getFirst().deliver(question("192.0.2.80"));

    assertThat(opener.opened.getFirst().takeSent()).hasSize(1);
  }

  @Test
  void aStrangersClaimAndAWitnessesWordBecomeEvents() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE + "witness: [\"192.0.2.254\"]\n")));
    ports.seen(UP);
    events();

    opener.opened.getFirst().deliver(arp("192.0.2.80", "192.0.2.80"));
    opener.opened.getFirst().deliver(answerOf("192.0.2.254"));

    assertThat(events())
        .containsExactly(
            new Event.ForeignClaim(ServiceIp.of("192.0.2.80"), "eth0", STRANGER.toString(), true),
            new Event.WitnessHeard());
  }

  @Test
  void aLinkThatCannotBeOpenedIsNamedAsAFault() {
    opener.refusing = true;
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    ports.seen(UP);

    assertThat(table.all())
        .singleElement()
        .satisfies(port -> assertThat(port.refusal()).isEqualTo("told to"));
  }

  private static byte[] question(String target) {
    return arp("192.0.2.7", target);
  }

  private static byte[] arp(String sender, String target) {
    return new ArpPacket(
            new Ethernet(MacAddress.BROADCAST, STRANGER),
            ArpPacket.Operation.REQUEST,
            STRANGER,
            IpAddresses.ipv4(InetAddress.ofLiteral(sender).getAddress(), 0),
            MacAddress.ZERO,
            IpAddresses.ipv4(InetAddress.ofLiteral(target).getAddress(), 0))
        .encode();
  }

  private static byte[] answerOf(String witness) {
    MacAddress ours = Objects.requireNonNull(UP.mac());
    return new ArpPacket(
            new Ethernet(ours, STRANGER),
            ArpPacket.Operation.REPLY,
            STRANGER,
            IpAddresses.ipv4(InetAddress.ofLiteral(witness).getAddress(), 0),
            ours,
            IpAddresses.ipv4(InetAddress.ofLiteral("192.0.2.1").getAddress(), 0))
        .encode();
  }

  @Test
  void aGatewayWhoseRouteIsGoneIsStillTheWitness() throws InterruptedException {
    ports.configure(Intent.of(Configs.of(Configs.THREE)));
    routes.put("eth0", List.of(InetAddress.ofLiteral("192.0.2.254")));
    ports.seen(UP);
    assertThat(links()).last().matches(LinkState::witness);
    routes.clear();
    now += 60_000_000_000L;
    ports.tick();
    assertThat(links()).allMatch(LinkState::witness);
  }

  private List<LinkState> links() throws InterruptedException {
    return events().stream()
        .filter(Event.LinkSeen.class::isInstance)
        .map(event -> ((Event.LinkSeen) event).link())
        .toList();
  }

  private List<Event> events() throws InterruptedException {
    List<Event> events = new ArrayList<>();
    while (queue.poll(0) instanceof EventQueue.Happened happened) {
      events.add(happened.event());
    }
    assertThat(broken).isEmpty();
    return events;
  }
}
