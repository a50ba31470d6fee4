package dev.starling.speaker.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Raw bytes to a real endpoint: what a browser or a client library would never send. */
class HttpBytesIT {
  private static final String REQUEST =
      "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";

  private static final HttpCheck CHECK = new HttpCheck();

  @Test
  void everyPrefixAndEveryFlippedBitIsAnsweredOrEnded() {
    byte[] whole = REQUEST.getBytes(ISO_8859_1);
    assertThat(CHECK.check(whole)).startsWith("HTTP/1.1 200 ").endsWith("ok\n");
    for (int length = 0; length < whole.length; length++) {
      CHECK.check(Arrays.copyOf(whole, length));
    }
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      CHECK.check(flipped);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /nowhere HTTP/1.1, 404",
    "GET /%zz HTTP/1.1, 400",
    "GET /, 400",
    "POST /status HTTP/1.1, 405",
    "DELETE /%00 HTTP/1.1, 405"
  })
  void aBadRequestIsTheClientsFault(String line, String code) {
    assertThat(CHECK.check((line + "\r\n\r\n").getBytes(ISO_8859_1)))
        .startsWith("HTTP/1.1 " + code + " ");
  }

  /** Headers and bodies without end are cut off, and nothing of them is kept. */
  @Test
  void aFloodOfLongRequestsLeavesNothingBehind() {
    Runtime runtime = Runtime.getRuntime();
    String header = "GET / HTTP/1.1\r\nA: " + "a".repeat(1 << 20) + "\r\n\r\n";
    String path = "GET /" + "a".repeat(1 << 20) + " HTTP/1.1\r\n\r\n";
    String body = "POST / HTTP/1.1\r\nContent-Length: 1048576\r\n\r\n" + "a".repeat(1 << 20);
    CHECK.check(body.getBytes(ISO_8859_1));
    System.gc();
    long before = runtime.totalMemory() - runtime.freeMemory();
    for (int i = 0; i < 50; i++) {
      for (String request : new String[] {header, path, body}) {
        CHECK.check(request.getBytes(ISO_8859_1));
      }
    }
    System.gc();
    assertThat(runtime.totalMemory() - runtime.freeMemory() - before).isLessThan(8 << 20);
    long threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("http-"))
            .count();
    assertThat(threads).isLessThanOrEqualTo(8);
  }
}
