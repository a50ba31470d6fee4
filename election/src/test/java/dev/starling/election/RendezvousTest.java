package dev.starling.election;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RendezvousTest {
  /** A line of election-vectors.txt. */
  record Vector(String literal, String text, List<String> nodes, List<String> order) {}

  static List<Vector> vectors() throws IOException {
    try (InputStream file = RendezvousTest.class.getResourceAsStream("/election-vectors.txt")) {
      String all = new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
      return all.lines().filter(line -> !line.startsWith("#")).map(RendezvousTest::vector).toList();
    }
  }

  private static Vector vector(String line) {
    List<String> parts = List.of(line.split(" \\| ", -1));
    return new Vector(
        parts.get(0),
        parts.get(1),
        List.of(parts.get(2).split(" ")),
        List.of(parts.get(3).split(" ")));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void agreesWithTheVectors(Vector vector) {
    ServiceIp ip = ServiceIp.of(vector.literal());
    assertThat(ip.text()).isEqualTo(vector.text());
    assertThat(Rendezvous.order(ip, vector.nodes())).isEqualTo(vector.order());
  }

  @Test
  void allVectorsAreRead() throws IOException {
    assertThat(vectors()).hasSize(72);
  }

  @Test
  void eachNodeIsNamedOnce() {
    ServiceIp ip = ServiceIp.of("10.0.0.1");
    assertThat(Rendezvous.order(ip, List.of())).isEmpty();
    assertThat(Rendezvous.order(ip, List.of("a", "a"))).containsExactly("a");
  }

  /** MetalLB's unit test has the first two. */
  @Test
  void aHigherScoreComesFirst() {
    List<String> order =
        Rendezvous.order(
            ServiceIp.of("10.20.30.1"), List.of("edge-a", "edge-b", "worker-a", "worker-b"));
    assertThat(Rendezvous.preferring(order, scored("edge-a", 100, "edge-b", 0)))
        .containsExactly("edge-a", "edge-b", "worker-a", "worker-b");
    assertThat(Rendezvous.preferring(order, scored("edge-a", 100, "edge-b", 100)))
        .containsExactly("edge-b", "edge-a", "worker-a", "worker-b");
    assertThat(Rendezvous.preferring(order, scored("worker-b", 1, "worker-a", 2)))
        .containsExactly("worker-a", "worker-b", "edge-b", "edge-a");
    assertThat(Rendezvous.preferring(order, Eligibility.alike(null, links()))).isSameAs(order);
  }

  private static Eligibility scored(String first, long score, String second, long other) {
    SortedMap<String, Terms> nodes = new TreeMap<>();
    nodes.put(first, new Terms(score, links()));
    nodes.put(second, new Terms(other, links()));
    return new Eligibility.Listed(nodes);
  }

  private static SortedSet<String> links() {
    return new TreeSet<>(List.of("eth0"));
  }

  @RepeatedTest(200)
  void agreesWithADumberWay(RepetitionInfo repetition) {
    long seed = Seeds.of(repetition);
    Random random = new Random(seed);
    ServiceIp ip = randomIp(random);
    List<String> nodes = randomNodes(random);
    assertThat(Rendezvous.order(ip, nodes)).as("seed %d", seed).isEqualTo(dumbOrder(ip, nodes));
  }

  @RepeatedTest(200)
  void theOrderOfTheInputIsIrrelevant(RepetitionInfo repetition) {
    long seed = Seeds.of(repetition);
    Random random = new Random(seed);
    ServiceIp ip = randomIp(random);
    List<String> nodes = randomNodes(random);
    List<String> order = Rendezvous.order(ip, nodes);
    Collections.shuffle(nodes, random);
    assertThat(Rendezvous.order(ip, nodes)).as("seed %d", seed).isEqualTo(order);
  }

  @RepeatedTest(200)
  void aNodeThatGoesLeavesTheRestInOrder(RepetitionInfo repetition) {
    long seed = Seeds.of(repetition);
    Random random = new Random(seed);
    ServiceIp ip = randomIp(random);
    List<String> nodes = randomNodes(random);
    List<String> order = new ArrayList<>(Rendezvous.order(ip, nodes));
    String gone = nodes.get(random.nextInt(nodes.size()));
    order.remove(gone);
    assertThat(Rendezvous.order(ip, order)).as("seed %d", seed).isEqualTo(order);
  }

  static ServiceIp randomIp(Random random) {
    if (random.nextBoolean()) {
      return ServiceIp.of("10." + random.nextInt(256) + ".0." + random.nextInt(256));
    }
    return ServiceIp.of("2001:db8::" + Integer.toHexString(random.nextInt(0x10000)));
  }

  static List<String> randomNodes(Random random) {
    TreeSet<String> nodes = new TreeSet<>();
    int wanted = 1 + random.nextInt(12);
    while (nodes.size() < wanted) {
      nodes.add((random.nextBoolean() ? "node-" : "knoten-ä") + random.nextInt(1000));
    }
    return new ArrayList<>(nodes);
  }

  /** One hash of one string for each node, compared as hexadecimal text. */
  private static List<String> dumbOrder(ServiceIp ip, List<String> nodes) {
    TreeMap<String, String> byDigest = new TreeMap<>();
    for (String node : nodes) {
      try {
        byte[] text = (node + "#" + ip).getBytes(UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
        byDigest.put(HexFormat.of().formatHex(digest), node);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
    return List.copyOf(byDigest.values());
  }
}
