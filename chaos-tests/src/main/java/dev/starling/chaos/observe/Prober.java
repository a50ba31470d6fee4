package dev.starling.chaos.observe;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The client: sends a numbered datagram to each service IP every 5 ms from ordinary sockets, so
 * that the kernel's own neighbour table decides whom it reaches.
 */
public final class Prober implements AutoCloseable {
  /** The time between two probes of one service IP. */
  public static final int INTERVAL_MILLIS = 5;

  private static final long INTERVAL_NANOS = INTERVAL_MILLIS * 1_000_000L;
  private static final int NUMBER_BYTES = 8;

  private record Target(InetSocketAddress address, DatagramChannel channel, ProbeLog log) {}

  private final SortedMap<String, Target> targets = new TreeMap<>();
  private volatile boolean open = true;

  /** Starts probing {@code serviceIps} from {@code namespace}. */
  public Prober(Namespace namespace, List<String> serviceIps) {
    for (String ip : serviceIps) {
      InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(ip), EchoServer.PORT);
      StandardProtocolFamily family =
          ip.contains(":") ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
      DatagramChannel channel = namespace.call(() -> DatagramChannel.open(family).bind(null));
      Target target = new Target(address, channel, new ProbeLog());
      targets.put(ip, target);
      Thread.ofPlatform().name("probe-replies").daemon().start(() -> receive(target));
    }
    List<Target> all = new ArrayList<>(targets.values());
    Thread.ofPlatform().name("probes").daemon().start(() -> send(all));
  }

  /** The probes of a service IP. */
  public ProbeLog log(String ip) {
    Target target = targets.get(ip);
    if (target == null) {
      throw new IllegalArgumentException(ip + " is not probed");
    }
    return target.log();
  }

  /** Stops probing. */
  @Override
  public void close() {
    open = false;
    try {
      for (Target target : targets.values()) {
        target.channel().close();
      }
    } catch (IOException e) {
      throw new LabException("cannot close the client", e);
    }
  }

  private void send(List<Target> all) {
    Posix.hurry();
    ByteBuffer buffer = ByteBuffer.allocateDirect(NUMBER_BYTES);
    long due = System.nanoTime();
    while (open) {
      for (Target target : all) {
        buffer.clear();
        buffer.putLong(target.log().sent(System.nanoTime())).flip();
        try {
          target.channel().send(buffer, target.address());
        } catch (IOException e) {
          // No way to the address at the moment: a lost probe like any other.
        }
      }
      // A late round is not made up for: a burst would count one stall of this thread many times.
      due = Math.max(due + INTERVAL_NANOS, System.nanoTime());
      while (open && System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  private void receive(Target target) {
    Posix.hurry();
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    while (open) {
      try {
        buffer.clear();
        target.channel().receive(buffer);
        long nanos = System.nanoTime();
        buffer.flip();
        if (buffer.remaining() > NUMBER_BYTES) {
          long number = buffer.getLong();
          String node = StandardCharsets.UTF_8.decode(buffer).toString();
          target.log().answered(number, new Probe.Answer(node, nanos));
        }
      } catch (IOException e) {
        // Closed, or one datagram could not be read: the loop's condition tells.
      }
    }
  }
}
