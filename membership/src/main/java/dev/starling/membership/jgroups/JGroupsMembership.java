package dev.starling.membership.jgroups;

import dev.starling.membership.Keyring;
import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.MembershipStatus;
import dev.starling.membership.Peer;
import dev.starling.membership.detect.Detector;
import java.time.Duration;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Global;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group of speakers over JGroups. What the listener hears comes on JGroups' own threads without
 * a queue between, one call at a time.
 */
public final class JGroupsMembership implements Membership {
  /** The longest message, in bytes. */
  public static final int PAYLOAD_LENGTH_MAX = 65_536;

  private static final Logger LOG = LoggerFactory.getLogger(JGroupsMembership.class);
  private static final long RETRY_MILLIS = 1000;
  private static final long LONG_PAST_NANOS = 1_000_000_000L;
  private static final long JOIN_ENDS_MILLIS = 300;

  private final Config config;
  private final SerialListener listener;
  private final BiFunction<Gate, Hosts, SealedTransport> transports;
  private final MemberId self;
  private final Hosts hosts;
  private final Gate gate;
  private final DropWatch dropWatch = new DropWatch();
  private final ScheduledThreadPoolExecutor keeper;
  private final Object stateLock = new Object();
  private @Nullable Thread joiner;
  private @Nullable JChannel channel;
  private boolean closed;
  private volatile @Nullable ProtocolStack stack;
  private volatile Seeker seeker = peer -> {};
  private volatile String problem = "";

  /** A membership that has not begun: {@link #start} begins it. */
  public JGroupsMembership(Config config, Listener listener) {
    this(config, listener, SealedTransport::new);
  }

  /** With a transport that a test can disturb. */
  JGroupsMembership(
      Config config, Listener listener, BiFunction<Gate, Hosts, SealedTransport> transports) {
    this.config = config;
    this.listener = new SerialListener(listener);
    this.transports = transports;
    self = MemberId.of(config.node(), config.random().nextLong());
    hosts = new Hosts(self.node());
    hosts.expect(config.peers());
    gate = new Gate(config, hosts, config.random().nextLong());
    keeper =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("membership-keeper").factory());
  }

  @Override
  public MemberId self() {
    return self;
  }

  @Override
  public void start(Seeker asking) {
    seeker = asking;
    synchronized (stateLock) {
      if (closed) {
        return;
      }
      if (joiner != null) {
        throw new IllegalStateException("a membership starts once");
      }
      joiner = Thread.ofPlatform().daemon().name("membership-joiner").start(this::join);
      var _ = keeper.scheduleWithFixedDelay(this::keep, 1, 1, TimeUnit.SECONDS);
    }
  }

  /** Tries until it is in, or closed: an address that is still missing may come. */
  private void join() {
    try {
      while (!isClosed() && !attemptToJoin()) {
        Thread.sleep(Duration.ofMillis(RETRY_MILLIS));
        // JGroups keeps what it once found: a card that had no carrier then would never be there.
        Util.resetCachedAddresses(true, true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean attemptToJoin() {
    JChannel fresh = null;
    try {
      fresh = open();
      fresh.connect(config.cluster());
      recovered();
      if (isClosed()) {
        fresh.close();
      }
      return true;
    } catch (Exception e) {
      if (fresh != null) {
        fresh.close();
      }
      failed(e);
      return false;
    }
  }

  private boolean isClosed() {
    synchronized (stateLock) {
      return closed;
    }
  }

  private void failed(Exception cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String told = "cannot join from " + config.bind() + ": " + root.getMessage();
    if (!told.equals(problem)) {
      LOG.error("{}; trying again every second", told);
      LOG.debug("why", cause);
    }
    problem = told;
  }

  private void recovered() {
    if (!problem.isEmpty()) {
      LOG.info("joined the cluster from {} after all", config.bind());
    }
    problem = "";
  }

  /** A new stack, as JGroups reuses none that has failed. */
  private JChannel open() throws Exception {
    WireIds.register();
    // No class of ours or of the JDK's is ever read by name from the wire.
    System.setProperty(Global.DESERIALIZATION_FILTER, "!*");
    ProtocolStack fresh =
        new ProtocolStack(
            transports.apply(gate, hosts),
            new DetectorProtocol(new Detector(self, config.detector()), listener),
            new HostDiscovery(hosts),
            new Healing(hosts, listener, seeker));
    JChannel created = new JChannel(fresh.protocols(config));
    created.setName(config.node());
    created.setDiscardOwnMessages(true);
    created.addAddressGenerator(() -> Addresses.address(self));
    created.setReceiver(new Inbox());
    synchronized (stateLock) {
      channel = created;
      stack = fresh;
    }
    return created;
  }

  @Override
  public void expect(Collection<Peer> peers) {
    hosts.expect(peers);
    gate.hostsChanged();
  }

  @Override
  public void install(Keyring keys) {
    gate.install(keys);
    announceKeys();
  }

  private void announceKeys() {
    ProtocolStack current = stack;
    if (current != null) {
      current.detector().announceKeys();
    }
  }

  @Override
  public void broadcast(byte[] payload) {
    send(message(null, payload));
  }

  @Override
  public void send(MemberId to, byte[] payload) {
    send(message(Addresses.address(to), payload));
  }

  private static Message message(@Nullable Address to, byte[] payload) {
    if (payload.length > PAYLOAD_LENGTH_MAX) {
      throw new IllegalArgumentException("a message has " + PAYLOAD_LENGTH_MAX + " bytes at most");
    }
    return new BytesMessage(to, payload.clone()).setFlag(Message.Flag.OOB);
  }

  private void send(Message message) {
    JChannel current;
    synchronized (stateLock) {
      current = channel;
    }
    try {
      if (current != null && current.isConnected()) {
        current.send(message);
      }
    } catch (Exception e) {
      LOG.debug("not sent: the group is being left", e);
    }
  }

  @Override
  public void viewTaken(dev.starling.membership.View view) {
    ProtocolStack current = stack;
    if (current != null) {
      current.detector().viewTaken(view.members());
    }
  }

  @Override
  public void hail() {
    ProtocolStack current = stack;
    if (current != null) {
      current.healing().hail();
    }
  }

  @Override
  public long permitUntilNanos() {
    ProtocolStack current = stack;
    return current == null
        ? System.nanoTime() - LONG_PAST_NANOS
        : current.detector().permitUntilNanos();
  }

  @Override
  public MembershipStatus status() {
    ProtocolStack current = stack;
    StatusReport report = report();
    return new MembershipStatus(
        config.cluster(),
        problem,
        report.keys(),
        report.peers(),
        new MembershipStatus.Counts(
            gate.sealed(),
            gate.opened(),
            current == null ? 0 : current.transport().sendFailures(),
            gate.knocks(),
            current == null ? 0 : current.detector().portsUnreachable(),
            current == null ? 0 : current.detector().suspicions(),
            current == null ? 0 : current.detector().suspicionsTakenBack(),
            current == null ? 0 : current.healing().getNumMergeEvents()),
        gate.drops());
  }

  private StatusReport report() {
    NavigableMap<MemberId, Optional<PhysicalAddress>> others = new TreeMap<>();
    ProtocolStack current = stack;
    View view = current == null ? null : current.transport().view();
    if (current != null && view != null) {
      for (MemberId member : Addresses.members(view.getMembers().stream())) {
        if (!member.equals(self)) {
          others.put(member, Optional.ofNullable(current.detector().physical(member)));
        }
      }
    }
    return new StatusReport(gate, hosts, others, System.nanoTime());
  }

  private void keep() {
    try {
      NavigableMap<MemberId, Integer> newest = report().newestByMember();
      if (gate.isChangingKeys(newest)) {
        announceKeys();
      }
      if (gate.expire(newest, config.policy().keyLinger().toNanos())) {
        LOG.info("every member has moved to key {}; older keys are dropped", newestKeyName());
      }
      dropWatch.look(gate.drops(), System.nanoTime());
    } catch (RuntimeException e) {
      LOG.error("keeping the membership in order has failed", e);
    }
  }

  private String newestKeyName() {
    return gate.rotation().ring().newest().name();
  }

  @Override
  public void close() {
    JChannel leaving;
    Thread joining;
    synchronized (stateLock) {
      if (closed) {
        return;
      }
      closed = true;
      leaving = channel;
      joining = joiner;
    }
    keeper.shutdownNow();
    // JGroups cannot be told to stop joining; the joiner leaves again when it is through.
    if ((joining == null || ended(joining)) && leaving != null) {
      leaving.close();
    }
    listener.mute();
  }

  private static boolean ended(Thread joining) {
    try {
      return joining.join(Duration.ofMillis(JOIN_ENDS_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Takes what the group delivers; runs under JGroups' locks, so it hands over and no more. */
  private final class Inbox implements Receiver {
    @Override
    public void viewAccepted(View view) {
      long now = System.nanoTime();
      Addresses.view(view).ifPresent(installed -> listener.viewInstalled(installed, now));
    }

    @Override
    public void receive(Message message) {
      long now = System.nanoTime();
      Address source = message.getSrc();
      byte[] payload = payload(message);
      Addresses.member(source).ifPresent(from -> listener.messageReceived(from, payload, now));
    }

    private static byte[] payload(Message message) {
      if (!message.hasArray() || message.getLength() == 0) {
        return new byte[0];
      }
      byte[] copy = new byte[message.getLength()];
      System.arraycopy(message.getArray(), message.getOffset(), copy, 0, copy.length);
      return copy;
    }
  }
}
