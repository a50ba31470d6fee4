package dev.starling.arpndp.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.arpndp.netns.NetworkNamespace;
import dev.starling.arpndp.netns.Requirements;
import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of real interfaces in a namespace. */
class LinkWatcherIT {
  /** Three times what is promised, for a machine that is busy with other tests. */
  private static final Duration PROMPTLY = Duration.ofMillis(750);

  private static final String WATCHED = "watched";

  private final BlockingQueue<LinkInfo> changes = new LinkedBlockingQueue<>();
  private NetworkNamespace near;
  private NetworkNamespace far;
  private LinkWatcher watcher;

  @BeforeAll
  static void require() {
    Requirements.namespaces();
  }

  @BeforeEach
  void watch() {
    near = NetworkNamespace.create();
    far = NetworkNamespace.create();
    near.connect(WATCHED, far, "other");
    watcher = new LinkWatcher(near.mountSysfs(), changes::add);
    watcher.watch(List.of(WATCHED, "missing"));
  }

  @AfterEach
  void stop() {
    watcher.close();
    near.close();
    far.close();
  }

  @Test
  void tellsTheStateAtFirstAlsoOfWhatIsMissing() throws InterruptedException {
    assertThat(next()).isEqualTo(LinkInfo.absent("missing"));
    LinkInfo link = next();
    assertThat(link.name()).isEqualTo(WATCHED);
    assertThat(link.index()).isEqualTo(near.index(WATCHED));
    assertThat(link.usable()).isTrue();
    assertThat(link.mtu()).isEqualTo(1500);
    assertThat(changes.poll(300, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void tellsOfDownAndUp() {
    waitFor(LinkInfo::usable);

    near.ip("link", "set", WATCHED, "down");
    waitFor(link -> link.present() && !link.up() && !link.usable());

    near.ip("link", "set", WATCHED, "up");
    waitFor(LinkInfo::usable);
  }

  @Test
  void tellsOfTheCarrier() {
    waitFor(LinkInfo::usable);

    far.ip("link", "set", "other", "down");
    waitFor(link -> link.up() && !link.carrier() && link.canBeOpened() && !link.usable());

    far.ip("link", "set", "other", "up");
    waitFor(LinkInfo::usable);
  }

  @Test
  void tellsOfAFlapThatIsShorterThanAPoll() {
    LinkInfo before = waitFor(LinkInfo::usable);

    far.ip("link", "set", "other", "down");
    far.ip("link", "set", "other", "up");

    waitFor(link -> link.usable() && link.carrierChanges() > before.carrierChanges());
  }

  @Test
  void tellsOfAnotherMacAddress() {
    LinkInfo before = waitFor(LinkInfo::usable);

    near.ip("link", "set", WATCHED, "address", "02:00:00:00:12:34");

    MacAddress mac = MacAddress.parse("02:00:00:00:12:34").orElseThrow();
    LinkInfo after = waitFor(link -> mac.equals(link.mac()));
    assertThat(after.sameDevice(before)).isFalse();
    assertThat(after.index()).isEqualTo(before.index());
  }

  @Test
  void tellsOfAnInterfaceThatIsGoneAndOfItsSuccessor() {
    LinkInfo before = waitFor(LinkInfo::usable);

    near.ip("link", "del", WATCHED);
    waitFor(link -> !link.present());

    near.connect(WATCHED, far, "other");
    LinkInfo after = waitFor(LinkInfo::usable);
    assertThat(after.sameDevice(before)).isFalse();
  }

  @Test
  void tellsOfABridgePort() {
    waitFor(LinkInfo::usable);
    near.ip("link", "add", "bridge", "type", "bridge");

    near.ip("link", "set", WATCHED, "master", "bridge");

    waitFor(link -> link.enslaved() && !link.canBeOpened());
  }

  @Test
  void watchesOtherInterfacesWhenTold() {
    waitFor(LinkInfo::usable);
    near.ip("link", "add", "second", "type", "veth", "peer", "name", "third");

    watcher.watch(List.of("second"));

    waitFor(link -> link.name().equals("second") && link.present());
    near.ip("link", "del", WATCHED);
    watcher.watch(List.of("second", WATCHED));
    waitFor(link -> link.name().equals(WATCHED) && !link.present());
    assertThat(watcher.faults()).isZero();
  }

  @Test
  void readsTheAddressesOfAnInterface() {
    near.ip("address", "add", "10.7.0.1/24", "dev", WATCHED);

    List<InetAddress> addresses = near.call(() -> InterfaceFiles.addresses(WATCHED));

    assertThat(addresses).contains(InetAddress.ofLiteral("10.7.0.1"));
    assertThat(near.call(() -> InterfaceFiles.addresses("missing"))).isEmpty();
  }

  private LinkInfo next() throws InterruptedException {
    LinkInfo link = changes.poll(5, TimeUnit.SECONDS);
    if (link == null) {
      throw new AssertionError("no change was told");
    }
    return link;
  }

  private LinkInfo waitFor(Predicate<LinkInfo> wanted) {
    return await()
        .atMost(PROMPTLY)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> lastMatch(wanted), found -> !found.isEmpty())
        .getLast();
  }

  private List<LinkInfo> lastMatch(Predicate<LinkInfo> wanted) {
    LinkInfo link = changes.poll();
    return link != null && wanted.test(link) ? List.of(link) : List.of();
  }
}
