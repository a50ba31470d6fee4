package dev.starling.chaos.observe;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;

/** The workload behind a service IP on one node: sends each datagram back with the node's name. */
public final class EchoServer implements AutoCloseable {
  /** The port on every service IP. */
  public static final int PORT = 7777;

  private final DatagramChannel channel;
  private final byte[] name;

  /** Serves {@code ip}, which is an address of the namespace, as {@code node}. */
  public EchoServer(Namespace namespace, String node, String ip) {
    name = node.getBytes(StandardCharsets.UTF_8);
    // Bound to the service IP itself: from a wildcard socket the node's own address would reply.
    InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(ip), PORT);
    channel = namespace.call(() -> DatagramChannel.open().bind(address));
    Thread.ofPlatform().name(namespace.name() + "-echo").daemon().start(this::serve);
  }

  /** Stops serving. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new LabException("cannot close an echo server", e);
    }
  }

  private void serve() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    while (channel.isOpen()) {
      try {
        buffer.clear();
        SocketAddress client = channel.receive(buffer);
        buffer.put(name).flip();
        channel.send(buffer, client);
      } catch (IOException e) {
        // Closed, or the way to the client is cut: the next probe tells.
      }
    }
  }
}
