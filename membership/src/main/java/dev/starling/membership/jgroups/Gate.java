package dev.starling.membership.jgroups;

import dev.starling.membership.DropReason;
import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import dev.starling.membership.MemberId;
import dev.starling.membership.Rotation;
import dev.starling.membership.Rotation.Heard;
import dev.starling.membership.seal.Opened;
import dev.starling.membership.seal.Opener;
import dev.starling.membership.seal.Route;
import dev.starling.membership.seal.Sealer;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;

/**
 * All that passes between JGroups and the wire: which keys are held, who has announced which, whose
 * datagrams are read at all, and the counts. Outlives a protocol stack. Safe for many threads.
 */
final class Gate {
  private static final int SOURCES_MAX = 4096;
  private static final long SOURCE_IDLE_NANOS = 600_000_000_000L;

  private final Sealer sealer;
  private final Opener opener;
  private final Hosts hosts;
  private final IpAddress self;
  private final boolean onlyExpected;
  private final Map<PhysicalAddress, Source> sources = new ConcurrentHashMap<>();
  private final Map<DropReason, LongAdder> drops = new ConcurrentHashMap<>();
  private final LongAdder sealed = new LongAdder();
  private final LongAdder opened = new LongAdder();
  private final LongAdder knocks = new LongAdder();
  private volatile Set<InetAddress> admitted = Set.of();
  private volatile Set<InetAddress> memberAddresses = Set.of();
  private volatile Rotation rotation;
  private volatile Keyring ring;

  /** What is known of the process behind an address. */
  record Source(Heard heard, long lastNanos) {}

  Gate(Config config, Hosts hosts, long session) {
    sealer = new Sealer(session, config.cluster());
    opener = new Opener(session, config.cluster());
    this.hosts = hosts;
    self = new IpAddress(config.bind().getAddress(), config.bind().getPort());
    onlyExpected = config.policy().onlyExpected();
    rotation = Rotation.of(config.keys(), System.nanoTime());
    ring = rotation.ring();
    admit();
  }

  /**
   * The frames that carry {@code data} to {@code destination}: mostly one, one a key if unheard.
   */
  List<byte[]> seal(IpAddress destination, byte[] data, int offset, int length) {
    List<MasterKey> keys = keysFor(destination);
    int newest = ring.newest().id();
    long seconds = System.currentTimeMillis() / 1000;
    Route route = route(self, destination);
    sealed.add(keys.size());
    return keys.stream()
        .map(key -> sealer.seal(key, newest, seconds, route, data, offset, length))
        .toList();
  }

  private static Route route(IpAddress from, IpAddress to) {
    return Route.of(from.getIpAddress(), from.getPort(), to.getIpAddress(), to.getPort());
  }

  private List<MasterKey> keysFor(PhysicalAddress destination) {
    Keyring held = ring;
    return held.keys().size() == 1
        ? held.keys()
        : Rotation.sealingKeys(
            held, Optional.ofNullable(sources.get(destination)).map(Source::heard));
  }

  /** What a datagram carries, if it may come in; counted otherwise. */
  Optional<byte[]> open(IpAddress source, byte[] datagram, int offset, int length) {
    if (onlyExpected && !admitted.contains(source.getIpAddress())) {
      return drop(DropReason.UNEXPECTED_SOURCE);
    }
    if (length == CrashHint.KNOCK_LENGTH) {
      knocks.increment();
      return Optional.empty();
    }
    long nowNanos = System.nanoTime();
    long seconds = System.currentTimeMillis() / 1000;
    Route route = route(source, self);
    return switch (opener.open(ring, route, datagram, offset, length, seconds, nowNanos)) {
      case Opened.Dropped dropped -> drop(dropped.reason());
      case Opened.Frame frame -> {
        opened.increment();
        note(source, new Heard(frame.header().newestId(), frame.header().keyId()), nowNanos);
        yield Optional.of(frame.data());
      }
    };
  }

  private Optional<byte[]> drop(DropReason reason) {
    drops.computeIfAbsent(reason, fresh -> new LongAdder()).increment();
    return Optional.empty();
  }

  private void note(IpAddress source, Heard heard, long nowNanos) {
    if (sources.size() >= SOURCES_MAX && !sources.containsKey(source)) {
      sources.values().removeIf(known -> nowNanos - known.lastNanos() >= SOURCE_IDLE_NANOS);
      if (sources.size() >= SOURCES_MAX) {
        return;
      }
    }
    sources.put(source, new Source(heard, nowNanos));
  }

  /** Takes up changed keys. */
  synchronized void install(Keyring configured) {
    use(rotation.install(configured, System.nanoTime()));
  }

  /** Whether more than one key is held, or a member has not announced the newest. */
  boolean isChangingKeys(SortedMap<MemberId, Integer> newestByMember) {
    Rotation current = rotation;
    return current.held().size() > 1 || !current.laggards(newestByMember).isEmpty();
  }

  /** Drops keys that nobody needs any more; true if one went. */
  synchronized boolean expire(SortedMap<MemberId, Integer> newestByMember, long lingerNanos) {
    Rotation next = rotation.expire(newestByMember, System.nanoTime(), lingerNanos);
    boolean changed = !next.equals(rotation);
    if (changed) {
      use(next);
    }
    return changed;
  }

  private void use(Rotation next) {
    rotation = next;
    ring = next.ring();
    opener.retain(ring);
  }

  /** Reads the expected hosts anew. */
  void hostsChanged() {
    admit();
  }

  /** Whose datagrams are read besides those of the expected hosts. */
  void members(Collection<PhysicalAddress> addresses) {
    Set<InetAddress> next = new HashSet<>();
    for (PhysicalAddress address : addresses) {
      if (address instanceof IpAddress ip) {
        next.add(ip.getIpAddress());
      }
    }
    memberAddresses = Collections.unmodifiableSet(next);
    admit();
  }

  private synchronized void admit() {
    Set<InetAddress> next = new HashSet<>(memberAddresses);
    for (Hosts.Host host : hosts.list()) {
      if (host.address() instanceof IpAddress ip) {
        next.add(ip.getIpAddress());
      }
    }
    admitted = Collections.unmodifiableSet(next);
  }

  /** What is known of the process at {@code address}. */
  Optional<Source> source(PhysicalAddress address) {
    return Optional.ofNullable(sources.get(address));
  }

  Rotation rotation() {
    return rotation;
  }

  long sealed() {
    return sealed.sum();
  }

  long opened() {
    return opened.sum();
  }

  long knocks() {
    return knocks.sum();
  }

  /** The drops so far, each reason named. */
  SortedMap<DropReason, Long> drops() {
    SortedMap<DropReason, Long> sums = new TreeMap<>();
    for (DropReason reason : DropReason.values()) {
      sums.put(reason, 0L);
    }
    drops.forEach((reason, count) -> sums.put(reason, count.sum()));
    return sums;
  }
}
