package dev.starling.chaos.observe;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that makes a new TCP connection to a service IP every 20 ms and reads who answers. Each
 * is its own: where a packet filter spreads connections over several servers, each may go to
 * another one.
 */
public final class Connections implements AutoCloseable {
  /** The time between two connections. */
  public static final int INTERVAL_MILLIS = 20;

  /** A connection without an answer until then has failed. */
  public static final int LIMIT_MILLIS = 250;

  private static final long INTERVAL_NANOS = INTERVAL_MILLIS * 1_000_000L;
  private static final int NAME_BYTES = 64;

  private final InetSocketAddress address;
  private final ProbeLog log = new ProbeLog();
  private volatile boolean open = true;

  /** Starts to connect to {@code ip} from {@code namespace}. */
  public Connections(Namespace namespace, String ip) {
    address = new InetSocketAddress(InetAddress.ofLiteral(ip), EchoServer.PORT);
    namespace.start("connections", this::connectOn);
  }

  /** Each connection, with the name of the server that answered. */
  public ProbeLog log() {
    return log;
  }

  /** Connects no more. */
  @Override
  public void close() {
    open = false;
  }

  private void connectOn() {
    Posix.hurry();
    long due = System.nanoTime();
    while (open) {
      SocketChannel channel = channel();
      long number = log.sent(System.nanoTime());
      Thread.ofVirtual().start(() -> ask(channel, number));
      due = Math.max(due + INTERVAL_NANOS, System.nanoTime());
      while (open && System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  /** Made on the thread that is in the namespace, so that it stays there. */
  private static SocketChannel channel() {
    try {
      return SocketChannel.open();
    } catch (IOException e) {
      throw new LabException("cannot make a socket", e);
    }
  }

  private void ask(SocketChannel channel, long number) {
    try (channel) {
      Socket socket = channel.socket();
      socket.connect(address, LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      byte[] name = socket.getInputStream().readNBytes(NAME_BYTES);
      if (name.length > 0) {
        String server = new String(name, StandardCharsets.UTF_8);
        log.answered(number, new Probe.Answer(server, System.nanoTime()));
      }
    } catch (IOException e) {
      // Refused, unreachable or too late: a connection without an answer.
    }
  }
}
