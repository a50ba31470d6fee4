package dev.starling.speaker.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.config.SpeakerConfig.Peer;
import dev.starling.speaker.config.SpeakerConfig.Service;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What must hold of a configuration file, whatever its bytes. */
final class ConfigCheck {
  private static final int SHOWN_MAX = 1_000;

  private ConfigCheck() {}

  /**
   * A good file is read again when it is written out, and is within the limits of every setting; a
   * bad one has faults that point into it, few and short and fit for a terminal.
   */
  static void check(byte[] bytes) {
    switch (ConfigFile.parse(bytes, Surroundings.named("host"))) {
      case ConfigResult.Good(SpeakerConfig config) -> {
        String yaml = ConfigWriter.yaml(config);
        assertThat(ConfigFile.parse(yaml, Surroundings.named("other")))
            .isEqualTo(new ConfigResult.Good(config));
        limits(config);
      }
      case ConfigResult.Bad(List<Fault> faults) -> {
        assertThat(faults).isNotEmpty().hasSizeLessThanOrEqualTo(Faults.MAX_TOLD + 1);
        faults.forEach(fault -> isToldWell(fault, bytes.length));
      }
    }
  }

  private static void isToldWell(Fault fault, int length) {
    assertThat(fault.line()).isBetween(1, length + 1);
    assertThat(fault.column()).isBetween(1, length + 1);
    String text = fault.text("f");
    assertThat(text).hasSizeLessThan(SHOWN_MAX).contains("; ");
    assertThat(text.codePoints()).noneMatch(ConfigCheck::isUnseen);
  }

  private static void limits(SpeakerConfig config) {
    isName(config.node(), 253);
    isName(config.cluster(), 64);
    isUnicast(config.bind());
    assertThat(config.port()).isBetween(1, 65_535);
    assertThat(config.http().getPort()).isBetween(1, 65_535);
    assertThat(config.keyFile().codePoints()).isNotEmpty().noneMatch(Character::isISOControl);
    assertThat(config.settle().toMillis()).isBetween(100L, 60_000L);
    long intervalMillis = config.detection().interval().toMillis();
    long timeoutMillis = config.detection().timeout().toMillis();
    assertThat(intervalMillis).isBetween(5L, 5_000L);
    assertThat(timeoutMillis).isBetween(20L, 60_000L).isGreaterThan(3 * intervalMillis);
    assertThat(config.detection().observers()).isBetween(1, 16);
    KubernetesConfig kubernetes = config.kubernetes();
    if (kubernetes == null) {
      assertThat(config.peers().isEmpty()).isEqualTo(config.oneNodeCluster());
    } else {
      assertThat(config.peers()).isEmpty();
      assertThat(config.services()).isEmpty();
      limits(kubernetes);
    }
    Set<Object> peers = new HashSet<>(List.of(config.node()));
    for (Peer peer : config.peers()) {
      isName(peer.name(), 253);
      isUnicast(peer.address().getAddress());
      assertThat(peers.add(peer.name()) && peers.add(peer.address())).isTrue();
    }
    Set<Object> given = new HashSet<>();
    for (Service service : config.services()) {
      isName(service.name(), 253);
      assertThat(given.add(service.name())).isTrue();
      assertThat(service.ips()).isNotEmpty().allMatch(given::add);
      service.ips().forEach(ip -> isUnicast(ip.address()));
      service.interfaces().forEach(link -> isName(link, 15));
      assertThat(service.nodes() == null || peers.containsAll(service.nodes())).isTrue();
    }
    config.witness().forEach(ConfigCheck::isUnicast);
  }

  private static void limits(KubernetesConfig config) {
    assertThat(config.namespace().length()).isBetween(1, 63);
    assertThat(config.metallbNamespace().length()).isBetween(1, 63);
    assertThat(config.podSelector().length()).isBetween(1, 1_000);
    assertThat(config.secret()).hasSizeLessThanOrEqualTo(253);
    config.excludeInterfaces().forEach(Pattern::compile);
    Set<String> names = new HashSet<>();
    for (KubernetesConfig.Pool pool : config.pools()) {
      assertThat(names.add(pool.name())).isTrue();
      assertThat(pool.addresses()).isNotEmpty();
      pool.interfaces().forEach(link -> isName(link, 15));
    }
    Duration rotate = config.autoRotate();
    assertThat(rotate == null || rotate.toMinutes() >= 10).isTrue();
  }

  private static void isName(String name, int bytesMax) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    assertThat(bytes).hasSizeBetween(1, bytesMax);
    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(name);
    assertThat(name.codePoints())
        .noneMatch(Character::isSpaceChar)
        .noneMatch(ConfigCheck::isUnseen);
  }

  private static void isUnicast(InetAddress address) {
    assertThat(address.isAnyLocalAddress() || address.isMulticastAddress()).isFalse();
  }

  private static boolean isUnseen(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
