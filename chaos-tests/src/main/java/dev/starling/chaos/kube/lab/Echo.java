package dev.starling.chaos.kube.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;

/**
 * The workload of the lab's Services, in a Pod: sends each datagram back with a name, and tells the
 * name to whoever connects. One class that needs no other: the Pod gets it as a file.
 */
public final class Echo {
  private static final int PORT = 7777;
  private static final int DATAGRAM_BYTES = 128;

  private Echo() {}

  /** Serves until the process ends; the only argument is the name. */
  public static void main(String[] arguments) throws IOException {
    byte[] name = arguments[0].getBytes(StandardCharsets.UTF_8);
    DatagramChannel datagrams = DatagramChannel.open().bind(new InetSocketAddress(PORT));
    ServerSocket connections = new ServerSocket(PORT);
    Thread.ofPlatform().start(() -> tell(connections, name));
    ByteBuffer buffer = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
    while (true) {
      try {
        buffer.clear().limit(DATAGRAM_BYTES - name.length);
        SocketAddress client = datagrams.receive(buffer);
        buffer.limit(DATAGRAM_BYTES);
        datagrams.send(buffer.put(name).flip(), client);
      } catch (IOException e) {
        // No way back to the client at the moment: its next datagram tells.
      }
    }
  }

  private static void tell(ServerSocket connections, byte[] name) {
    while (true) {
      try (Socket client = connections.accept();
          OutputStream out = client.getOutputStream()) {
        out.write(name);
      } catch (IOException e) {
        // This client has gone; the next one may stay.
      }
    }
  }
}
