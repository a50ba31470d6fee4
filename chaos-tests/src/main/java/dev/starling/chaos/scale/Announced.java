package dev.starling.chaos.scale;

import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.observe.FrameReader;
import dev.starling.chaos.observe.RawPort;
import dev.starling.chaos.observe.WireFrame;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Every announcement of many service IPs on one machine's cable: the newest 200,000. */
final class Announced implements AutoCloseable {
  private static final int CAPACITY = 200_000;

  private final Set<String> ips;
  private final Deque<WireFrame> frames = new ArrayDeque<>();
  private final RawPort port;

  /** Starts to read on the card of {@code namespace}. */
  Announced(Namespace namespace, Collection<String> ips) {
    this.ips = new HashSet<>(ips);
    this.port = new RawPort(namespace, "inbound and arp and ether broadcast", this::take);
  }

  /** All at or after {@code nanos}, oldest first. */
  List<WireFrame> since(long nanos) {
    synchronized (frames) {
      return frames.stream().filter(frame -> frame.nanos() - nanos >= 0).toList();
    }
  }

  /** How many service IPs were announced since by another card than {@code mac}. */
  int movedSince(long nanos, String mac) {
    Set<String> moved = new HashSet<>();
    for (WireFrame frame : since(nanos)) {
      if (!frame.mac().equals(mac)) {
        moved.add(frame.ip());
      }
    }
    return moved.size();
  }

  /** Frames that the kernel could not keep until they were read. */
  long lost() {
    return port.lost();
  }

  @Override
  public void close() {
    port.close();
  }

  private void take(byte[] frame, long nanos) {
    FrameReader.read(frame, nanos)
        .filter(WireFrame::gratuitous)
        .filter(found -> ips.contains(found.ip()))
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
