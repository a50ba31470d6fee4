package dev.starling.speaker.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.config.KubernetesConfig.NodeStates;
import dev.starling.speaker.config.KubernetesConfig.Pool;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesConfigTest {
  private static final String LEAST = "keyFile: /key\nkubernetes: {}\n";

  /** Every setting of the section, none at its default. */
  static final String FULL =
      """
      node: n1
      bind: 192.0.2.1
      keyFile: /key
      kubernetes:
        namespace: edge
        kubeconfig: /etc/kubeconfig
        metallbNamespace: metallb-system
        podSelector: app=starling
        secret: ""
        loadBalancerClass: example.com/l2
        ignoreExcludeLabel: true
        notReady: true
        outOfService: true
        cordoned: true
        drainAnnotation: starling.dev/drain
        excludeInterfaces: ["^tap"]
        pools:
          - {name: edge, addresses: [192.0.2.0/25, 192.0.2.200-192.0.2.210], policy: unique}
          - {name: six, addresses: ["2001:db8::/64"], interfaces: [eth1]}
        status: false
        events: false
        cacheFile: /var/lib/starling/cache
        autoRotate: 24h
      """;

  private static final Surroundings POD =
      new Surroundings("node-a", "192.0.2.11", "starling-system");

  @Test
  void oneFileServesEveryNode() {
    SpeakerConfig config = good(LEAST, POD);
    assertThat(config.node()).isEqualTo("node-a");
    assertThat(config.bind()).isEqualTo(InetAddress.ofLiteral("192.0.2.11"));
    assertThat(config.peers()).isEmpty();
    assertThat(config.oneNodeCluster()).isFalse();
    assertThat(config.kubernetes())
        .isEqualTo(
            new KubernetesConfig(
                "starling-system",
                null,
                "starling-system",
                "app.kubernetes.io/name=starling,app.kubernetes.io/component=speaker",
                "memberlist",
                "",
                new NodeStates(false, false, false, false),
                null,
                KubernetesSettings.NOT_GENERAL,
                List.of(),
                true,
                true,
                null,
                null));
  }

  @Test
  void theSectionMayBeEmpty() {
    assertThat(good("keyFile: /key\nkubernetes:\n", POD)).isEqualTo(good(LEAST, POD));
  }

  @Test
  void inAClusterThatGrowsByItselfAllWatchAllAsFarAsThatGoes() {
    assertThat(good(LEAST, POD).detection().observers()).isEqualTo(16);
    assertThat(good(LEAST + "detection: {observers: 4}\n", POD).detection().observers())
        .isEqualTo(4);
    assertThat(good("keyFile: /key\noneNodeCluster: true\n", POD).detection().observers())
        .isEqualTo(4);
  }

  @Test
  void everySettingIsRead() {
    assertThat(good(FULL, Surroundings.named("host")).kubernetes())
        .isEqualTo(
            new KubernetesConfig(
                "edge",
                "/etc/kubeconfig",
                "metallb-system",
                "app=starling",
                "",
                "example.com/l2",
                new NodeStates(true, true, true, true),
                "starling.dev/drain",
                List.of("^tap"),
                List.of(
                    new Pool(
                        "edge",
                        List.of("192.0.2.0/25", "192.0.2.200-192.0.2.210"),
                        List.of(),
                        SpeakerConfig.Policy.UNIQUE),
                    new Pool(
                        "six",
                        List.of("2001:db8::/64"),
                        List.of("eth1"),
                        SpeakerConfig.Policy.AVAILABLE)),
                false,
                false,
                "/var/lib/starling/cache",
                Duration.ofHours(24)));
    ConfigCheck.check(FULL.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "peers: [{name: n2, address: 192.0.2.2}] | peers: comes from Kubernetes",
        "services: [] | services: comes from Kubernetes",
        "oneNodeCluster: true | oneNodeCluster: comes from Kubernetes",
      })
  void whatKubernetesSaysMayNotBeSaidHere(String line, String fault) {
    assertThat(faults(LEAST + line + "\n", POD)).singleElement().asString().contains(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{namespaces: a} | did you mean kubernetes.namespace?",
        "{excludeInterfaces: ['(']} | is no regular expression",
        "{pools: []} | is an empty list",
        "{pools: [{name: a}]} | kubernetes.pools[0].addresses: is missing",
        "{pools: [{name: a, addresses: [x]}, {name: a, addresses: [x]}]} | is given twice",
        "{autoRotate: 1m} | is out of range",
        "{notReady: maybe} | is no flag",
        "[] | is a list",
      })
  void eachFaultIsToldWithItsPlace(String section, String fault) {
    assertThat(faults("keyFile: /key\nkubernetes: " + section + "\n", POD))
        .singleElement()
        .asString()
        .contains(fault);
  }

  @Test
  void whatNeitherFileNorHostSaysIsMissing() {
    assertThat(faults(LEAST, Surroundings.named("host")))
        .hasSize(2)
        .anyMatch(fault -> fault.contains("bind: is missing"))
        .anyMatch(fault -> fault.contains("kubernetes.namespace: is missing"));
    assertThat(faults(LEAST, new Surroundings("n", "nonsense", "Not A Namespace")))
        .anyMatch(fault -> fault.contains("STARLING_BIND"))
        .anyMatch(fault -> fault.contains("kubernetes.namespace: is missing"));
  }

  @Test
  void aChangeOfWhereToLookNeedsARestart() {
    SpeakerConfig before = good(LEAST, POD);
    SpeakerConfig other = good(LEAST.replace("{}", "{secret: other, notReady: true}"), POD);
    assertThat(before.restartNeeded(other)).containsExactly("kubernetes.secret");
    SpeakerConfig byFile = good("keyFile: /key\noneNodeCluster: true\n", POD);
    assertThat(before.restartNeeded(byFile)).contains("kubernetes");
  }

  private static SpeakerConfig good(String yaml, Surroundings host) {
    return switch (ConfigFile.parse(yaml, host)) {
      case ConfigResult.Good(SpeakerConfig config) -> config;
      case ConfigResult.Bad(List<Fault> faults) -> throw new AssertionError(faults.toString());
    };
  }

  private static List<String> faults(String yaml, Surroundings host) {
    return switch (ConfigFile.parse(yaml, host)) {
      case ConfigResult.Good(SpeakerConfig config) -> throw new AssertionError(config.toString());
      case ConfigResult.Bad(List<Fault> faults) -> faults.stream().map(f -> f.text("f")).toList();
    };
  }
}
