package dev.starling.speaker.loop;

import dev.starling.speaker.config.ConfigFile;
import dev.starling.speaker.config.ConfigResult;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.config.Surroundings;

/** Configurations for tests. */
final class Configs {
  /** Node n1 of three, and one service of both families on eth0. */
  static final String THREE =
      """
      node: n1
      bind: 192.0.2.1
      peers:
        - {name: n2, address: 192.0.2.2}
        - {name: n3, address: 192.0.2.3}
      keyFile: key
      services:
        - name: web
          ips: ["192.0.2.80", "2001:db8::80"]
          interfaces: [eth0]
      """;

  private Configs() {}

  static SpeakerConfig of(String text) {
    return switch (ConfigFile.parse(text, Surroundings.named("host"))) {
      case ConfigResult.Good(SpeakerConfig config) -> config;
      case ConfigResult.Bad bad -> throw new IllegalArgumentException(bad.toString());
    };
  }
}
