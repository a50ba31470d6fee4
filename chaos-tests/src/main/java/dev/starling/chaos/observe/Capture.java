package dev.starling.chaos.observe;

import dev.starling.chaos.netns.Namespace;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is said about the service IPs on the client's cable: the newest 20,000 claims, each with the
 * moment at which the kernel had it.
 */
public final class Capture implements AutoCloseable {
  private static final int CAPACITY = 20_000;
  private static final String FILTER = "inbound and (arp or (icmp6 and ip6[40] == 136))";

  private final Set<String> serviceIps;
  private final Deque<WireFrame> frames = new ArrayDeque<>();
  private final RawPort port;

  /** Starts to read on the card of {@code namespace}. */
  public Capture(Namespace namespace, Collection<String> serviceIps) {
    this.serviceIps = new TreeSet<>(serviceIps);
    port = new RawPort(namespace, FILTER, this::take);
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
    port.close();
  }

  private void take(byte[] frame, long nanos) {
    FrameReader.read(frame, nanos)
        .filter(found -> serviceIps.contains(found.ip()))
        .ifPresent(this::remember);
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
