package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.kube.KubeAccess;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeEdgeIT {
  private final List<Throwable> broken = new ArrayList<>();
  @TempDir private Path folder;

  @AfterEach
  void end() {
    assertThat(broken).isEmpty();
  }

  @Test
  void whatComesAfterTheEndIsOfNoUse() throws IOException {
    KubeEdge edge = edge();
    edge.close();
    edge.start();
    edge.owners(new Members(new TreeSet<>(List.of("n1")), true), new Ownership(new TreeMap<>()));
    edge.conflict(
        new ObjectName("default", "web"), new Conflict("192.0.2.1", "eth0", "02:00:00:00:00:09"));
    edge.connect();
    assertThat(edge.status()).as("nothing has begun").isNull();
    edge.close();
  }

  @Test
  void whatHasBegunEndsAsAWhole() throws IOException {
    KubeEdge edge = edge();
    edge.connect();
    assertThat(edge.status()).isNotNull();
    assertThat(edge.writerStatus()).isNotNull();
    edge.close();
  }

  private KubeEdge edge() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            clusters:
            - name: c
              cluster: {server: "https://127.0.0.1:1/"}
            users:
            - name: u
              user: {token: t}
            contexts:
            - name: x
              context: {cluster: c, user: u}
            current-context: x
            """);
    SpeakerConfig config =
        Configs.of(
            """
            node: n1
            bind: 192.0.2.1
            keyFile: key
            kubernetes: {namespace: starling-system, autoRotate: 24h}
            """);
    return new KubeEdge(
        "n1",
        Objects.requireNonNull(config.kubernetes()),
        new KubeAccess.Kubeconfig(file),
        null,
        new KubeEdge.Listeners(_ -> {}, _ -> {}, () -> true, broken::add));
  }
}
