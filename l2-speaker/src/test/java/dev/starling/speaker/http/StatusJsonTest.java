package dev.starling.speaker.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.Samples;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.core.SpeakerStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StatusJsonTest {
  /** What programs rely on: a change here is a change of the interface. */
  private static final String GOLDEN =
      """
      {"version":"0.1.0","uptimeMillis":2100,"time":"2026-11-30T03:15:27.041Z","node":"n1",
      "state":{"name":"ACTIVE","ageMillis":1800,"why":"all expected are heard"},
      "majority":true,"expected":4,"witnessed":true,
      "permit":{"held":true,"remainingMillis":143},
      "view":{"epoch":"n1-7","ageMillis":1792,"members":[
      {"node":"n1","member":"n1/ab12","self":true,"known":true,"settled":true,"draining":false,
      "usableLinks":["eth0"]},
      {"node":"n3","member":"n3/cd34","self":false,"known":true,"settled":true,"draining":true,
      "usableLinks":[]}]},
      "links":[
      {"name":"eth0","present":true,"up":true,"carrier":true,"usable":true,
      "mac":"02:00:00:00:00:01","index":2},
      {"name":"eth1","present":false,"up":false,"carrier":false,"usable":false,"mac":null,
      "index":0}],
      "ips":[
      {"ip":"10.0.0.80","service":"web","policy":"AVAILABLE","owner":"n1","owned":true,
      "answering":true,"silence":null,"candidates":["n1"],
      "excluded":{"n2":"NOT_A_MEMBER","n3":"DRAINING"},"links":["eth0"],"sinceMillis":1792},
      {"ip":"10.0.0.81","service":"mail","policy":"UNIQUE","owner":null,"owned":false,
      "answering":false,"silence":"NO_CANDIDATE","candidates":[],
      "excluded":{"n1":"NODE_NOT_LISTED"},"links":["eth0"],"sinceMillis":0}],
      "failovers":[
      {"cause":"DRAIN","from":"n3","to":"n1","epoch":"n1-6","ips":["10.0.0.81"],"ipCount":1,
      "agoMillis":3000,"totalMillis":1.0,
      "phases":[{"name":"claimed","millis":0.0},{"name":"firstFrame","millis":1.0}]},
      {"cause":"DEATH","from":"n2","to":"n1","epoch":"n1-7",
      "ips":["10.0.0.80","2001:db8::80"],"ipCount":2,"agoMillis":2000,"totalMillis":212.4,
      "phases":[{"name":"lastHeard","millis":0.0},{"name":"suspected","millis":203.1},
      {"name":"view","millis":207.9},{"name":"claimed","millis":208.0},
      {"name":"firstFrame","millis":212.4}]}],
      "membership":{"keys":{"k1":2},"port":7946},
      "config":{"file":"starling.yaml","loadedAt":"2026-11-30T03:15:25Z","good":false,
      "faults":["starling.yaml:1:1: bad"]},
      "scheduling":"normal"}
      """
          .replace("\n", "");

  @Test
  void theNamesAreStable() throws IOException {
    assertThat(json(report(Samples.status()))).isEqualTo(GOLDEN + "\n");
  }

  @Test
  void aSpeakerThatHasNothingYetIsShownToo() throws IOException {
    SpeakerStatus young =
        new SpeakerStatus(
            "n1",
            0,
            SpeakerState.SETTLING,
            3,
            "starting",
            false,
            1,
            false,
            new SpeakerStatus.PermitStatus(false, -1),
            null,
            List.of(),
            List.of(),
            List.of());
    assertThat(json(report(young)))
        .contains(
            "\"permit\":{\"held\":false,\"remainingMillis\":null},\"view\":null,\"links\":[]");
  }

  @Test
  void whatIsKnownOfAClusterIsShown() throws IOException {
    StatusReport plain = report(Samples.status());
    var cluster = new TreeMap<String, Object>(Map.of("synced", true, "kinds", List.of()));
    var report =
        new StatusReport(
            plain.version(),
            plain.uptimeMillis(),
            plain.time(),
            plain.speaker(),
            plain.membership(),
            cluster,
            plain.config(),
            plain.scheduling());
    assertThat(json(report)).contains(",\"kubernetes\":{\"kinds\":[],\"synced\":true},\"config\"");
  }

  static StatusReport report(SpeakerStatus status) {
    return new StatusReport(
        "0.1.0",
        2_100,
        Instant.parse("2026-11-30T03:15:27.041Z"),
        status,
        new TreeMap<>(Map.of("port", 7946, "keys", new TreeMap<>(Map.of("k1", 2)))),
        new TreeMap<>(),
        new ConfigStatus(
            "starling.yaml",
            Instant.parse("2026-11-30T03:15:25Z"),
            List.of("starling.yaml:1:1: bad")),
        "normal");
  }

  private static String json(StatusReport report) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StatusJson.write(report, out);
    return out.toString(UTF_8);
  }
}
