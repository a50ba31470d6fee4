package dev.starling.speaker.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.config.SpeakerConfig.Detection;
import dev.starling.speaker.config.SpeakerConfig.Peer;
import dev.starling.speaker.config.SpeakerConfig.Policy;
import dev.starling.speaker.config.SpeakerConfig.Service;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConfigFileTest {
  static final String FULL =
      """
      # Every setting, none at its default.
      node: n1
      bind: 10.0.0.1
      port: 7947
      cluster: herd
      peers:
      - name: n2
        address: 10.0.0.2
      - {name: n3, address: 10.0.0.3, port: 7949}
      keyFile: keys/secretkey
      services:
      - name: web
        ips: [10.0.0.80, "2001:DB8::80"]
        interfaces: &links [eth0, eth1]
        nodes: [n1, n3]
        policy: unique
      - name: mail
        ips:
        - fe80::25
        interfaces: *links
      witness: [10.0.0.254, 2001:db8::1]
      drain: true
      detection: {interval: 25ms, timeout: 1s, observers: 6}
      settle: 1m
      realtime: true
      http: {address: "::", port: 80}
      """;

  private static final String LEAST =
      """
      bind: 10.0.0.1
      keyFile: key
      peers: [{name: n2, address: 10.0.0.2}]
      """;

  @Test
  void everySettingIsRead() {
    Service web =
        new Service(
            "web",
            List.of(ServiceIp.of("10.0.0.80"), ServiceIp.of("2001:db8::80")),
            new TreeSet<>(List.of("eth0", "eth1")),
            new TreeSet<>(List.of("n1", "n3")),
            Policy.UNIQUE);
    Service mail =
        new Service(
            "mail",
            List.of(ServiceIp.of("fe80::25")),
            new TreeSet<>(List.of("eth0", "eth1")),
            null,
            Policy.AVAILABLE);
    assertThat(good(FULL))
        .isEqualTo(
            new SpeakerConfig(
                "n1",
                InetAddress.ofLiteral("10.0.0.1"),
                7947,
                "herd",
                List.of(
                    new Peer("n2", socket("10.0.0.2", 7947)),
                    new Peer("n3", socket("10.0.0.3", 7949))),
                false,
                "keys/secretkey",
                null,
                List.of(web, mail),
                List.of(InetAddress.ofLiteral("10.0.0.254"), InetAddress.ofLiteral("2001:db8::1")),
                true,
                new Detection(Duration.ofMillis(25), Duration.ofSeconds(1), 6),
                Duration.ofMinutes(1),
                true,
                socket("::", 80)));
  }

  @Test
  void everyDefaultIsRecorded() {
    assertThat(good(LEAST))
        .isEqualTo(
            new SpeakerConfig(
                "host",
                InetAddress.ofLiteral("10.0.0.1"),
                7946,
                "starling",
                List.of(new Peer("n2", socket("10.0.0.2", 7946))),
                false,
                "key",
                null,
                List.of(),
                List.of(),
                false,
                new Detection(Duration.ofMillis(50), Duration.ofMillis(200), 4),
                Duration.ofSeconds(1),
                false,
                socket("127.0.0.1", 7473)));
  }

  @Test
  void aOneNodeClusterHasNoPeers() {
    SpeakerConfig config = good("bind: 10.0.0.1\nkeyFile: key\noneNodeCluster: true\n");
    assertThat(config.oneNodeCluster()).isTrue();
    assertThat(config.peers()).isEmpty();
    assertThat(good("bind: 10.0.0.1\nkeyFile: key\noneNodeCluster: true\npeers: []\n"))
        .isEqualTo(config);
  }

  @Test
  void speakersOnOneHostDifferByPort() {
    String yaml =
        """
        bind: 127.0.0.1
        keyFile: key
        peers:
        - {name: n2, address: 127.0.0.1, port: 7947}
        - {name: n3, address: 127.0.0.1, port: 7948}
        """;
    assertThat(good(yaml).peers()).hasSize(2);
  }

  @Test
  void aHostNameThatIsNoNodeNameIsTold() {
    assertThat(faults(ConfigFile.parse(LEAST, Surroundings.named("my host"))))
        .singleElement()
        .satisfies(
            fault ->
                assertThat(fault.text("f"))
                    .isEqualTo(
                        "f:1:1: node: is missing, and the host name \"my host\" cannot stand for"
                            + " it; give a name"));
  }

  @Test
  void bytesThatAreNotUtf8AreTold() {
    byte[] latin = "node: knoten-ä".getBytes(ISO_8859_1);
    assertThat(faults(ConfigFile.parse(latin, Surroundings.named("host"))))
        .containsExactly(new Fault(1, 1, "", "not UTF-8", "save the file as UTF-8"));
    assertThat(ConfigFile.parse(FULL.getBytes(UTF_8), Surroundings.named("host")))
        .isInstanceOf(ConfigResult.Good.class);
  }

  @Test
  void aFileThatIsTooLargeIsTold() {
    byte[] large = new byte[Settings.MAX_FILE_BYTES + 1];
    assertThat(faults(ConfigFile.parse(large, Surroundings.named("host")))).hasSize(1);
    assertThat(
            faults(
                ConfigFile.parse(
                    "#" + "a".repeat(Settings.MAX_FILE_BYTES), Surroundings.named("host"))))
        .hasSize(1);
  }

  @Test
  void everyPrefixAndEveryFlippedBitGivesAConfigurationOrFaults() {
    byte[] bytes = FULL.getBytes(UTF_8);
    for (int end = 0; end <= bytes.length; end++) {
      ConfigCheck.check(Arrays.copyOf(bytes, end));
    }
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      ConfigCheck.check(flipped);
    }
  }

  @Test
  void whatIsWrittenOutIsReadAgain() {
    assertThat(good(ConfigWriter.yaml(good(FULL)))).isEqualTo(good(FULL));
    assertThat(good(ConfigWriter.yaml(good(LEAST)))).isEqualTo(good(LEAST));
  }

  @Test
  void aNameWithWhatNobodySeesIsTold() {
    for (String name : List.of("n\u200b2", "\ufeffn2", "n\u202e2")) {
      assertThat(faults(ConfigFile.parse(LEAST.replace("n2", name), Surroundings.named("host"))))
          .hasSize(1);
    }
  }

  @Test
  void theLimitsOfAllServicesTogetherHold() {
    StringBuilder yaml = new StringBuilder(LEAST).append("services:\n");
    int ips = 0;
    for (int s = 0; ips <= Settings.MAX_IPS; s++) {
      yaml.append("- name: s").append(s).append("\n  ips:\n");
      for (int i = 0; i < 10_000 && ips <= Settings.MAX_IPS; i++, ips++) {
        yaml.append("  - 11.").append(ips >> 16).append('.').append(ips >> 8 & 255).append('.');
        yaml.append(ips & 255).append('\n');
      }
    }
    assertThat(
            faults(
                ConfigFile.parse(
                    yaml.toString().replace("11.0.0.0\n", "11.9.0.0\n"),
                    Surroundings.named("host"))))
        .containsExactly(
            new Fault(5, 1, "services", "20001 IPs", "at most 20000 in all services together"));
  }

  @Test
  void aFloodOfFaultsIsCounted() {
    String bad = String.join(", ", Collections.nCopies(5_000, "x"));
    List<Fault> faults =
        faults(
            ConfigFile.parse(
                LEAST + "services: [{name: a, ips: [" + bad + "]}]\n", Surroundings.named("host")));
    assertThat(faults).hasSize(101);
    assertThat(faults.getLast().problem()).isEqualTo("and 4900 more faults");
  }

  @Test
  @Timeout(20)
  void noFileOfTheLargestSizeTakesLong() {
    for (String part :
        List.of("a", "[", "{a: ", "&a ", "? ", "- ", "x: 1\n", "\"", "a: |\n x", "#")) {
      String file = part.repeat(Settings.MAX_FILE_BYTES / part.length());
      assertThat(faults(ConfigFile.parse(file, Surroundings.named("host")))).as(part).isNotEmpty();
    }
  }

  @Test
  void tooManyPeersAreTold() {
    StringBuilder yaml = new StringBuilder("bind: 10.0.0.1\nkeyFile: key\npeers:\n");
    for (int i = 0; i < 1_025; i++) {
      yaml.append("- {name: p").append(i).append(", address: 10.1.").append(i >> 8);
      yaml.append('.').append(i & 255).append("}\n");
    }
    assertThat(faults(ConfigFile.parse(yaml.toString(), Surroundings.named("host"))))
        .containsExactly(new Fault(4, 1, "peers", "1025 elements", "at most 1024"));
  }

  static SpeakerConfig good(String yaml) {
    return switch (ConfigFile.parse(yaml, Surroundings.named("host"))) {
      case ConfigResult.Good(SpeakerConfig config) -> config;
      case ConfigResult.Bad(List<Fault> faults) -> throw new AssertionError(faults);
    };
  }

  private static List<Fault> faults(ConfigResult result) {
    return result instanceof ConfigResult.Bad(List<Fault> faults) ? faults : List.of();
  }

  private static InetSocketAddress socket(String address, int port) {
    return new InetSocketAddress(InetAddress.ofLiteral(address), port);
  }
}
