package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads a speaker's status page five times a second from inside its namespace. */
public final class StatusPage implements AutoCloseable {
  private static final int PORT = 7473;
  private static final int PERIOD_MILLIS = 200;
  private static final int LIMIT_MILLIS = 500;
  private static final int SIZE_LIMIT = 1 << 20;

  private final InetSocketAddress address =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT);
  private final Thread reader;
  private volatile boolean open = true;
  private volatile Optional<NodeStatus> last = Optional.empty();

  /** Starts reading. */
  public StatusPage(Namespace namespace) {
    reader = namespace.start("status", this::readOn);
  }

  /** The newest status; empty while the speaker does not answer. */
  public Optional<NodeStatus> last() {
    return last;
  }

  /** Stops reading. */
  @Override
  public void close() {
    open = false;
    reader.interrupt();
  }

  private void readOn() {
    try {
      while (open) {
        last = read();
        Patience.pause(PERIOD_MILLIS);
      }
    } catch (LabException e) {
      // Interrupted: it is to end.
      last = Optional.empty();
    }
  }

  private Optional<NodeStatus> read() {
    // Not HttpURLConnection: it keeps connections by address, and all nodes have the same one.
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(address, LIMIT_MILLIS);
      socket
          .getOutputStream()
          .write("GET /status HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readNBytes(SIZE_LIMIT), StandardCharsets.UTF_8);
      int body = answer.indexOf("\r\n\r\n");
      return body < 0 ? Optional.empty() : NodeStatus.parse(answer.substring(body + 4));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
