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

/**
 * Reads a speaker's status page from inside its namespace, again and again: a long page less often,
 * so that the reading does not become the speaker's work.
 */
public final class StatusPage implements AutoCloseable {
  private static final int PORT = 7473;
  private static final int LIMIT_MILLIS = 500;
  private static final int SIZE_LIMIT = 1 << 25;

  /** A page of this length doubles the period. */
  private static final int LONG_PAGE_BYTES = 1 << 16;

  private static final int PAUSE_LIMIT_MILLIS = 5_000;

  private final InetSocketAddress address =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT);
  private final int periodMillis;
  private final Thread reader;
  private int pageBytes;
  private volatile boolean open = true;
  private volatile Optional<NodeStatus> last = Optional.empty();

  /** Starts reading, with {@code periodMillis} between two looks at a short page. */
  public StatusPage(Namespace namespace, int periodMillis) {
    this.periodMillis = periodMillis;
    this.reader = namespace.start("status", this::readOn);
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
        long pause = (long) periodMillis * (LONG_PAGE_BYTES + pageBytes) / LONG_PAGE_BYTES;
        Patience.pause(Math.min(pause, PAUSE_LIMIT_MILLIS));
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
      byte[] bytes = socket.getInputStream().readNBytes(SIZE_LIMIT);
      pageBytes = bytes.length;
      String answer = new String(bytes, StandardCharsets.UTF_8);
      int body = answer.indexOf("\r\n\r\n");
      return body < 0 ? Optional.empty() : NodeStatus.parse(answer.substring(body + 4));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
