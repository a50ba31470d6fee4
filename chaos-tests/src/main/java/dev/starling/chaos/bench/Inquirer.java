package dev.starling.chaos.bench;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Posix;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;

/**
 * Asks everybody on the segment, 50 times a second, who has the service IP (ARP, RFC 826), so that
 * the capture sees how many answer. It asks as a host that does not exist: the replies reach the
 * client's card, and its kernel leaves them alone as they are for another hardware address.
 */
public final class Inquirer implements AutoCloseable {
  /** The time between two questions. */
  public static final int INTERVAL_MILLIS = 20;

  private static final long INTERVAL_NANOS = INTERVAL_MILLIS * 1_000_000L;
  private static final int CAPACITY = 10_000;
  private static final String BROADCAST = "ffffffffffff";
  private static final String MAC = "0277000000fb";
  private static final String IPV4 = "10.77.0.251";

  private final PcapHandle handle;
  private final byte[] question;
  private final Deque<Long> asked = new ArrayDeque<>();
  private final Thread thread;
  private volatile boolean open = true;

  /** Starts to ask for {@code serviceIp} on the card of {@code namespace}. */
  public Inquirer(Namespace namespace, String serviceIp) {
    question = question(serviceIp);
    handle = namespace.call(Inquirer::openCard);
    thread = Thread.ofPlatform().name("inquirer").daemon().start(this::askOn);
  }

  /** The moments of all remembered questions at or after {@code nanos}, oldest first. */
  public List<Long> since(long nanos) {
    synchronized (asked) {
      return asked.stream().filter(moment -> moment - nanos >= 0).toList();
    }
  }

  /** Asks no more. */
  @Override
  public void close() {
    open = false;
    LockSupport.unpark(thread);
    try {
      thread.join();
      handle.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The frame that asks for {@code serviceIp}. */
  static byte[] question(String serviceIp) {
    HexFormat hex = HexFormat.of();
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(hex.parseHex(BROADCAST + MAC + "0806"));
    frame.writeBytes(hex.parseHex("0001" + "0800" + "06" + "04" + "0001" + MAC));
    frame.writeBytes(InetAddress.ofLiteral(IPV4).getAddress());
    frame.writeBytes(new byte[6]);
    frame.writeBytes(InetAddress.ofLiteral(serviceIp).getAddress());
    return frame.toByteArray();
  }

  private static PcapHandle openCard() throws PcapNativeException {
    return new PcapHandle.Builder(Network.CARD)
        .snaplen(64)
        .promiscuousMode(PromiscuousMode.NONPROMISCUOUS)
        .timeoutMillis(0)
        .build();
  }

  private void askOn() {
    Posix.hurry();
    long due = System.nanoTime();
    while (open) {
      remember(System.nanoTime());
      try {
        handle.sendPacket(question);
      } catch (PcapNativeException | NotOpenException e) {
        throw new LabException("cannot ask", e);
      }
      due = Math.max(due + INTERVAL_NANOS, System.nanoTime());
      while (open && System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  private void remember(long nanos) {
    synchronized (asked) {
      if (asked.size() == CAPACITY) {
        asked.removeFirst();
      }
      asked.addLast(nanos);
    }
  }
}
