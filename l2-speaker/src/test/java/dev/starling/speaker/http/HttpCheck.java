package dev.starling.speaker.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.starling.speaker.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends raw bytes to a real endpoint on loopback, and judges what comes back. */
final class HttpCheck {
  private static final int ANSWERS_BYTES_MAX = 1 << 20;

  /** Long enough for a server that is slow, far too short for one that hangs. */
  private static final int PATIENCE_MILLIS = 10_000;

  private static final byte[] HEALTH = "GET /healthz HTTP/1.0\r\n\r\n".getBytes(ISO_8859_1);

  private static final Pattern STATUS_LINE =
      Pattern.compile("^HTTP/1\\.1 ([0-9]{3}) [ -~]*\r\n", Pattern.MULTILINE);
  private static final List<String> CODES =
      List.of(
          "100", "200", "400", "404", "405", "411", "413", "414", "417", "431", "501", "503",
          "505");

  private final InetSocketAddress address;

  /** A check of an endpoint of its own, which lives as long as the JVM. */
  HttpCheck() {
    address =
        HttpEndpoint.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                new HttpSources(
                    Health::good,
                    () -> new Health(false, List.of("SETTLING for 300 ms")),
                    () -> StatusJsonTest.report(Samples.status()),
                    () -> "starling_up 1\n"))
            .address();
  }

  /**
   * Whatever is sent, the connection ends, with answers that are HTTP or with none; no request is
   * an error of the server's; and the next client is served, if not at once: connections are
   * limited, and those of the clients before may not have been counted out yet.
   */
  String check(byte[] request) {
    String answer = answers(request);
    if (!answer.isEmpty()) {
      Matcher status = STATUS_LINE.matcher(answer);
      require(status.lookingAt(), request, answer);
      do {
        require(CODES.contains(status.group(1)), request, answer);
      } while (status.find());
    }
    long startNanos = System.nanoTime();
    String health = answers(HEALTH);
    while (health.isEmpty() && System.nanoTime() - startNanos < PATIENCE_MILLIS * 1_000_000L) {
      health = answers(HEALTH);
    }
    require(health.startsWith("HTTP/1.1 200 ") && health.endsWith("\r\n\r\nok\n"), request, health);
    return answer;
  }

  private String answers(byte[] request) {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(request);
        socket.shutdownOutput();
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[8_192];
        for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
          answers.write(buffer, 0, read);
          require(answers.size() < ANSWERS_BYTES_MAX, request, "without an end");
        }
      } catch (SocketTimeoutException e) {
        throw new AssertionError("no end after " + shown(request), e);
      } catch (SocketException e) {
        // Refused while it was still being sent, which is an answer as well.
        return answers.toString(ISO_8859_1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answers.toString(ISO_8859_1);
  }

  private static void require(boolean holds, byte[] request, String answer) {
    if (!holds) {
      throw new AssertionError(shown(request) + " is answered by " + answer);
    }
  }

  private static String shown(byte[] request) {
    return new String(request, ISO_8859_1).replace("\r", "\\r").replace("\n", "\\n");
  }
}
