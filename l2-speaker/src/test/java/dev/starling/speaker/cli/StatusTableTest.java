package dev.starling.speaker.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.Samples;
import dev.starling.speaker.http.ConfigStatus;
import dev.starling.speaker.http.StatusJson;
import dev.starling.speaker.http.StatusReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusTableTest {
  private static final String TABLE =
      """
      node       n1, starling 0.1.0
      state      ACTIVE for 1.8 s (all expected are heard)
      view       n1-7 for 1.8 s, 2 members of 4 expected, a majority
      permit     held, 143 ms left
      key        0a1b2c3d, the newest for 1.0 s, not yet at n3
      key        99887766, still accepted for 1 min 0 s
      dropped    bad_tag 7

      MEMBER  LIFE     STATE     USABLE LINKS
      n1 *    n1/ab12  settled   eth0
      n3      n3/cd34  draining

      PEER  IN THE VIEW  NEWEST KEY  LAST HEARD
      n2    no                       never
      n3    yes          99887766    12 ms ago

      LINK  STATE   MAC
      eth0  usable  02:00:00:00:00:01
      eth1  gone

      IP         SERVICE  OWNER  STATE         FOR    CANDIDATES  EXCLUDED
      10.0.0.80  web      n1 *   answering     1.8 s  n1          n2:NOT_A_MEMBER n3:DRAINING
      10.0.0.81  mail            NO_CANDIDATE  0 ms               n1:NODE_NOT_LISTED

      FAILOVER  FROM  TO  IPS  AGO    TOOK ms  PHASES ms
      DEATH     n2    n1  2    2.0 s  212.4    lastHeard 0.0, suspected 203.1, view 207.9, \
      claimed 208.0, firstFrame 212.4
      DRAIN     n3    n1  1    3.0 s  1.0      claimed 0.0, firstFrame 1.0

      config     starling.yaml, in force since 2026-11-30T03:15:25Z
      refused    starling.yaml:1:1: bad
      priority   realtime refused: why
      """;

  @Test
  void everythingIsShown() throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    StatusJson.write(report(), json);
    assertThat(table(json.toByteArray())).isEqualTo(TABLE);
  }

  private static StatusReport report() {
    return new StatusReport(
        "0.1.0",
        2_100,
        Instant.EPOCH,
        Samples.status(),
        membership(),
        new TreeMap<>(),
        new ConfigStatus(
            "starling.yaml",
            Instant.parse("2026-11-30T03:15:25Z"),
            List.of("starling.yaml:1:1: bad")),
        "realtime refused: why");
  }

  private static SortedMap<String, Object> membership() {
    SortedMap<String, Object> fields = new TreeMap<>();
    fields.put("problem", "");
    fields.put("drops", new TreeMap<>(Map.of("bad_tag", 7L, "replay", 0L)));
    fields.put(
        "keys",
        List.of(
            Map.of("id", "0a1b2c3d", "newest", true, "ageMillis", 1000L, "laggards", List.of("n3")),
            Map.of(
                "id", "99887766", "newest", false, "ageMillis", 60_000L, "laggards", List.of())));
    fields.put(
        "peers",
        List.of(
            Map.of("node", "n2", "member", false, "newestKeyId", "", "lastHeardMillis", -1L),
            Map.of(
                "node", "n3", "member", true, "newestKeyId", "99887766", "lastHeardMillis", 12L)));
    return fields;
  }

  @Test
  void whatAnOtherSpeakerDoesNotTellIsLeftOut() throws IOException {
    assertThat(table("{}".getBytes(UTF_8)))
        .contains("view       none yet")
        .contains("permit     not held: silent");
  }

  @Test
  void everyPrefixAndEveryFlippedBitIsShownSafelyOrRefused() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StatusJson.write(report(), out);
    byte[] json = out.toByteArray();
    assertThat(StatusCheck.check(json)).isEqualTo(TABLE);
    for (int length = 0; length < json.length - 1; length++) {
      assertThat(StatusCheck.check(Arrays.copyOf(json, length))).as("%d bytes", length).isNull();
    }
    for (int bit = 0; bit < json.length * 8; bit++) {
      byte[] flipped = json.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      StatusCheck.check(flipped);
    }
  }

  /** Whoever answers, it is shown as text: it moves no cursor and hides nothing. */
  @Test
  void whatATerminalWouldObeyIsMarked() {
    assertThat(StatusCheck.check("{\"node\":\"\\u001b[2Jn1\\u202e\",\"version\":\"\\ud800\"}"))
        .startsWith("node       ?[2Jn1?, starling ?\n");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "999, 999 ms",
    "1000, 1.0 s",
    "59900, 59.9 s",
    "60000, 1 min 0 s",
    "3599999, 59 min 59 s",
    "3600000, 1 h 0 min",
    "86400000, 1 d 0 h",
    "1000000000, 11 d 13 h"
  })
  void agesHaveTwoUnits(double millis, String age) {
    assertThat(StatusTable.age(millis)).isEqualTo(age);
  }

  private static String table(byte[] json) throws IOException {
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    new StatusTable(printer).print(JsonTree.read(json));
    printer.flush();
    return out.toString().replace(System.lineSeparator(), "\n");
  }
}
