package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the shell files do, with an {@code ip} that only takes note. */
class ProductFilesTest {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final Plan PLAN = Plan.of(3);

  @TempDir private Path folder;

  static List<Product> products() {
    return Product.all(HOME);
  }

  @BeforeEach
  void putTheNoteTakerInPlace() throws IOException {
    Path ip = folder.resolve("ip");
    Files.writeString(ip, "#!/bin/sh\necho \"$@\" >>" + folder.resolve("ip.calls") + "\n");
    Files.setPosixFilePermissions(ip, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void starlingIsTheFirstAndTheOthersFollowByName() {
    assertThat(products())
        .extracting(Product::name)
        .containsExactly("starling", "keepalived-100ms", "keepalived-1s", "metallb");
  }

  @Test
  void whoeverNeedsMoreThanItsNodesIsMeasuredOnlyIfNamed() {
    assertThat(Product.usual(HOME))
        .extracting(Product::name)
        .containsExactly("starling", "keepalived-100ms", "keepalived-1s");
  }

  @Test
  void anUnknownProductIsToldWithThoseThatThereAre() {
    assertThatThrownBy(() -> Product.of(HOME, "carp"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("no product carp")
        .hasMessageContaining("keepalived-1s");
  }

  @ParameterizedTest
  @MethodSource("products")
  void everyFileRefusesWhatItDoesNotKnow(Product product) {
    assertThatThrownBy(() -> run(product, site(product, "n1").environment(), "dance"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("exit code 2")
        .hasMessageContaining("needs | version | prepare | start | ready | pids | beside | extras");
  }

  @ParameterizedTest
  @MethodSource("products")
  void everyFileListsTheProcessesOfTheNamespace(Product product) throws IOException {
    Site site = site(product, "n1");
    run(product, site.environment(), "pids");

    assertThat(ipCalls()).containsExactly("netns pids none-n1");
  }

  @Test
  void starlingIsToldItsPeersAndHasTheServiceIpOnTheLoopback() throws IOException {
    Product starling = Product.of(HOME, "starling");
    Site site = site(starling, "n2");
    run(starling, site.environment(), "prepare");

    assertThat(ipCalls()).containsExactly("addr replace 10.77.0.128/32 dev lo");
    assertThat(folder.resolve("key")).isNotEmptyFile();
    assertThat(folder.resolve("n2/starling.yaml"))
        .hasContent(
            """
            node: n2
            bind: 10.77.0.2
            keyFile: %s/key
            peers:
              - {name: n1, address: 10.77.0.1}
              - {name: n3, address: 10.77.0.3}
            services:
              - name: web
                ips: [10.77.0.128]
                interfaces: [eth0]
            witness: [10.77.0.250]
            """
                .formatted(folder));
  }

  @Test
  void allNodesOfStarlingShareOneKey() throws IOException {
    Product starling = Product.of(HOME, "starling");
    run(starling, site(starling, "n1").environment(), "prepare");
    String key = Files.readString(folder.resolve("key"));
    run(starling, site(starling, "n2").environment(), "prepare");

    assertThat(folder.resolve("key")).hasContent(key);
  }

  @Test
  void keepalivedPutsTheServiceIpOnTheCardItselfAndPrefersTheFirstChoice() throws IOException {
    Product keepalived = Product.of(HOME, "keepalived-100ms");
    Site site = site(keepalived, PLAN.firstOwner());
    run(keepalived, site.environment(), "prepare");

    assertThat(ipCalls())
        .containsExactly("addr del 10.77.0.128/32 dev lo", "addr del 10.77.0.128/32 dev eth0");
    assertThat(folder.resolve(PLAN.firstOwner()).resolve("keepalived.conf"))
        .hasContent(
            """
            global_defs {
              router_id %s
              vrrp_version 3
            }
            vrrp_instance web {
              interface eth0
              virtual_router_id 77
              priority 250
              advert_int 0.1
              virtual_ipaddress {
                10.77.0.128/32 dev eth0
              }
            }
            """
                .formatted(PLAN.firstOwner()));
  }

  @Test
  void keepalivedsPrioritiesFallWithTheRankAndItsIntervalIsThatOfTheFile() throws IOException {
    Product keepalived = Product.of(HOME, "keepalived-1s");
    Site site = site(keepalived, PLAN.nextOwner());
    run(keepalived, site.environment(), "prepare");

    assertThat(folder.resolve(PLAN.nextOwner()).resolve("keepalived.conf"))
        .content()
        .contains("  priority 220\n", "  advert_int 1\n");
  }

  private Site site(Product product, String node) {
    return new Site(product, HOME, PLAN, node, new Namespace("none-" + node), folder);
  }

  private void run(Product product, Map<String, String> environment, String action) {
    List<String> words = new ArrayList<>(List.of("env"));
    environment.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(
        List.of(
            "PATH=" + folder + ":" + System.getenv("PATH"),
            "bash",
            product.script().toString(),
            action));
    Command.run(words);
  }

  private List<String> ipCalls() throws IOException {
    return Files.readAllLines(folder.resolve("ip.calls"));
  }
}
