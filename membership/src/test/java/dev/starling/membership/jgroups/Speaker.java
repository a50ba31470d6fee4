package dev.starling.membership.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.Peer;
import dev.starling.membership.View;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.PhysicalAddress;
import org.jspecify.annotations.Nullable;

/** One member of a test's cluster, with all that its listener has heard. */
final class Speaker implements Membership.Listener, AutoCloseable {
  final List<Seen> views = new CopyOnWriteArrayList<>();
  final List<Said> messages = new CopyOnWriteArrayList<>();
  final List<MemberId> suspects = new CopyOnWriteArrayList<>();
  final List<Membership.Outsider> outsiders = new CopyOnWriteArrayList<>();
  final List<InetAddress> sought = new CopyOnWriteArrayList<>();
  final AtomicInteger permitsShortened = new AtomicInteger();
  final Faults faults = new Faults();
  final Config config;
  final JGroupsMembership membership;
  private volatile Faults.@Nullable Transport transport;

  /** A view, and when it came. */
  record Seen(View view, long nanos) {}

  /** A message. */
  record Said(MemberId from, String text) {}

  /** A speaker that has not begun. */
  Speaker(Config config) {
    this.config = config;
    membership = new JGroupsMembership(config, this, this::newTransport);
  }

  void start() {
    membership.start(sought::add);
  }

  private SealedTransport newTransport(Gate gate, Hosts hosts) {
    Faults.Transport made = faults.new Transport(gate, hosts);
    transport = made;
    return made;
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

  /** As a killed process. */
  void crash() {
    Objects.requireNonNull(transport, "not started").crash();
  }

  PhysicalAddress physical() {
    return Addresses.physical(config.bind());
  }

  InetAddress address() {
    return config.bind().getAddress();
  }

  String node() {
    return config.node();
  }

  View view() {
    return views.getLast().view();
  }

  int viewSize() {
    return views.isEmpty() ? 0 : view().members().size();
  }

  boolean sees(Speaker other) {
    return !views.isEmpty() && view().members().contains(other.membership.self());
  }

  @Override
  public void viewInstalled(View view, long nanos) {
    views.add(new Seen(view, nanos));
  }

  @Override
  public void messageReceived(MemberId from, byte[] payload, long nanos) {
    messages.add(new Said(from, new String(payload, UTF_8)));
  }

  @Override
  public void suspected(MemberId member, long lastHeardNanos, boolean silent, long nanos) {
    suspects.add(member);
  }

  @Override
  public void outsiderHeard(Membership.Outsider outsider, long nanos) {
    outsiders.add(outsider);
  }

  @Override
  public void permitShortened(long nanos) {
    permitsShortened.incrementAndGet();
  }

  @Override
  public void close() {
    membership.close();
  }
}
