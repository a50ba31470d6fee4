package dev.starling.chaos.observe;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Posix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;

/**
 * What is said about the service IPs on the client's cable: the newest 20,000 claims, each with the
 * moment at which the kernel had it.
 */
public final class Capture implements AutoCloseable {
  private static final int CAPACITY = 20_000;
  private static final int SNAPSHOT_BYTES = 256;
  private static final long AGE_LIMIT_NANOS = 1_000_000_000L;
  private static final long STOP_MILLIS = 2_000;
  private static final String FILTER = "inbound and (arp or (icmp6 and ip6[40] == 136))";

  private final Set<String> serviceIps;
  private final Deque<WireFrame> frames = new ArrayDeque<>();
  private final PcapHandle handle;
  private final Thread reader;

  /** Starts to read on the card of {@code namespace}. */
  public Capture(Namespace namespace, Collection<String> serviceIps) {
    this.serviceIps = new TreeSet<>(serviceIps);
    handle = namespace.call(Capture::open);
    reader = Thread.ofPlatform().name("capture").daemon().start(this::readOn);
  }

  /** All remembered claims at or after {@code nanos}, oldest first. */
  public List<WireFrame> since(long nanos) {
    synchronized (frames) {
      return frames.stream().filter(frame -> frame.nanos() - nanos >= 0).toList();
    }
  }

  /** Stops reading. */
  @Override
  public void close() {
    try {
      handle.breakLoop();
      // Closing a handle that is being read blocks for ever.
      reader.join(STOP_MILLIS);
      if (!reader.isAlive()) {
        handle.close();
      }
    } catch (NotOpenException e) {
      throw new IllegalStateException("closed twice", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static PcapHandle open() throws PcapNativeException, NotOpenException {
    PcapHandle handle =
        new PcapHandle.Builder(Network.CARD)
            .snaplen(SNAPSHOT_BYTES)
            .promiscuousMode(PromiscuousMode.NONPROMISCUOUS)
            .immediateMode(true)
            .timeoutMillis(0)
            .build();
    handle.setFilter(FILTER, BpfProgram.BpfCompileMode.OPTIMIZE);
    return handle;
  }

  private void readOn() {
    Posix.hurry();
    RawPacketListener listener =
        frame -> {
          Optional<WireFrame> claim = FrameReader.read(frame, arrivedNanos());
          claim.filter(found -> serviceIps.contains(found.ip())).ifPresent(this::remember);
        };
    try {
      handle.loop(-1, listener);
    } catch (InterruptedException e) {
      // That is how pcap4j ends a loop that was told to break.
      Thread.currentThread().interrupt();
    } catch (PcapNativeException | NotOpenException e) {
      throw new LabException("the capture ended", e);
    }
  }

  /**
   * When the kernel had the packet that is being read. It tells by the wall clock; so the packet's
   * age is taken by that clock and the rest by the monotonic one, which a busy machine cannot
   * delay.
   */
  private long arrivedNanos() {
    long nowNanos = System.nanoTime();
    long ageNanos = Duration.between(handle.getTimestamp().toInstant(), Instant.now()).toNanos();
    boolean clockWasSet = ageNanos < 0 || ageNanos > AGE_LIMIT_NANOS;
    return clockWasSet ? nowNanos : nowNanos - ageNanos;
  }

  private void remember(WireFrame frame) {
    synchronized (frames) {
      if (frames.size() == CAPACITY) {
        frames.removeFirst();
      }
      frames.addLast(frame);
    }
  }
}
