package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.config.Surroundings;
import dev.starling.speaker.file.FileSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three whole speakers in one JVM, which meet on loopback. It has no Ethernet, so they own nothing:
 * frames are the lab's.
 */
class SpeakerIT {
  private static final String KEY = "TqC3l5wJ9sYvVd0mX2kHfQ8uGb7nZrPa-EoLtIy4_c6\n";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;
  private final List<Throwable> broken = new ArrayList<>();
  private final Map<Integer, RunningSpeaker> running = new TreeMap<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private int port;

  @BeforeEach
  void start() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(folder.resolve("key"), KEY);
    for (int node = 1; node <= 3; node++) {
      write(node, "");
      running.put(node, launch(node));
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    for (RunningSpeaker speaker : running.values()) {
      speaker.end();
    }
    client.close();
    assertThat(broken).isEmpty();
  }

  @Test
  void speakersMeetApplyAChangedFileAndLeave() throws InterruptedException, IOException {
    await().atMost(LIMIT).until(() -> get(1, "/readyz").equals("ok\n"));
    await().atMost(LIMIT).until(() -> membersSeenBy(1) == 3 && membersSeenBy(3) == 3);
    assertThat(get(1, "/status")).contains("\"expected\":3", "\"NO_CANDIDATE\"");
    assertThat(get(1, "/metrics")).contains("starling_view_members 3.0");
    assertThat(get(1, "/healthz")).isEqualTo("ok\n");

    write(1, "drain: true\n");
    speaker(1).reload();
    await().atMost(LIMIT).until(() -> get(1, "/status").contains("\"DRAINING\""));

    write(1, "port: none\n");
    speaker(1).reload();
    await().atMost(LIMIT).until(() -> get(1, "/status").contains("\"good\":false"));
    assertThat(get(1, "/status")).contains("\"DRAINING\"");

    Instant begun = Instant.now();
    speaker(2).end();
    running.remove(2);
    assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(5));
    await().atMost(LIMIT).until(() -> membersSeenBy(3) == 2);
  }

  private RunningSpeaker speaker(int node) {
    return Objects.requireNonNull(running.get(node));
  }

  private long membersSeenBy(int node) throws InterruptedException {
    return get(node, "/status").split("\"member\":\"", -1).length - 1L;
  }

  private String get(int node, String path) throws InterruptedException {
    URI uri = URI.create("http://" + address(node) + ":" + port + path);
    try {
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "";
    }
  }

  private RunningSpeaker launch(int node) {
    FileSource source =
        new FileSource(file(node), Surroundings.named("host"), InstantSource.system());
    var first = (FileSource.Outcome.Applied) source.poll(true);
    return RunningSpeaker.start(
        source,
        first,
        new RunningSpeaker.Identity("test", Instant.now()),
        new LastResort(code -> broken.add(new IllegalStateException("exit code " + code))));
  }

  private void write(int node, String more) throws IOException {
    StringBuilder peers = new StringBuilder();
    for (int peer = 1; peer <= 3; peer++) {
      if (peer != node) {
        peers.append("  - {name: n" + peer + ", address: " + address(peer) + "}\n");
      }
    }
    String text =
        """
        node: nNODE
        bind: 127.0.88.NODE
        peers:
        PEERSkeyFile: key
        http: {address: 127.0.88.NODE, port: PORT}
        services:
          - {name: web, ips: ["192.0.2.80", "2001:db8::80"], interfaces: [lo]}
        """
            .replace("NODE", Integer.toString(node))
            .replace("PORT", Integer.toString(port))
            .replace("PEERS", peers);
    String clusterPort = more.startsWith("port") ? "" : "port: " + port + "\n";
    Files.writeString(file(node), text + clusterPort + more);
  }

  private Path file(int node) {
    return folder.resolve("n" + node + ".yaml");
  }

  private static String address(int node) {
    return "127.0.88." + node;
  }
}
