package dev.starling.membership.jgroups;

import dev.starling.membership.Keyring;
import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.Peer;
import dev.starling.membership.View;
import dev.starling.membership.detect.DetectorSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.PhysicalAddress;
import org.jspecify.annotations.Nullable;

/** One member of a test's cluster, with all that its listener has heard. */
final class Speaker implements Membership.Listener, AutoCloseable {
  final List<Seen> views = new CopyOnWriteArrayList<>();
  final List<Said> messages = new CopyOnWriteArrayList<>();
  final List<MemberId> suspects = new CopyOnWriteArrayList<>();
  final List<Membership.Outsider> outsiders = new CopyOnWriteArrayList<>();
  final JGroupsMembership membership;
  final String node;
  final InetSocketAddress address;
  private volatile @Nullable FaultyTransport transport;

  /** A view, and when it came. */
  record Seen(View view, long nanos) {}

  /** A message. */
  record Said(MemberId from, String text) {}

  private Speaker(String node, InetSocketAddress address, Config config) {
    this.node = node;
    this.address = address;
    membership =
        new JGroupsMembership(
            config,
            this,
            (gate, hosts) -> {
              FaultyTransport made = new FaultyTransport(gate, hosts);
              transport = made;
              return made;
            });
  }

  /**
   * The speaker number {@code index} of the cluster on {@code port}, which expects {@code peers}.
   */
  static Speaker of(String cluster, int port, int index, Keyring keys, List<Peer> peers) {
    Config config =
        new Config(
            name(index),
            cluster,
            address(port, index),
            DetectorSettings.standard(),
            keys,
            peers,
            Config.Policy.standard(),
            new SecureRandom());
    return new Speaker(name(index), config.bind(), config);
  }

  static String name(int index) {
    return "n" + index;
  }

  static InetSocketAddress address(int port, int index) {
    return new InetSocketAddress(InetAddress.ofLiteral("127.0.44." + index), port);
  }

  static Peer peer(int port, int index) {
    return new Peer(name(index), address(port, index));
  }

  FaultyTransport transport() {
    return Objects.requireNonNull(transport, "not started");
  }

  PhysicalAddress physical() {
    return Addresses.physical(address);
  }

  int viewSize() {
    return views.isEmpty() ? 0 : views.getLast().view().members().size();
  }

  boolean sees(Speaker other) {
    return !views.isEmpty() && views.getLast().view().members().contains(other.membership.self());
  }

  @Override
  public void viewInstalled(View view, long nanos) {
    views.add(new Seen(view, nanos));
  }

  @Override
  public void messageReceived(MemberId from, byte[] payload, long nanos) {
    messages.add(new Said(from, new String(payload, java.nio.charset.StandardCharsets.UTF_8)));
  }

  @Override
  public void suspected(MemberId member, long lastHeardNanos, long nanos) {
    suspects.add(member);
  }

  @Override
  public void outsiderHeard(Membership.Outsider outsider, long nanos) {
    outsiders.add(outsider);
  }

  @Override
  public void close() {
    membership.close();
  }
}
