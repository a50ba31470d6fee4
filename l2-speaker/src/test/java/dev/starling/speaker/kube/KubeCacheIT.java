package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.inputs.CacheFault;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeCacheIT {
  @TempDir private Path folder;

  @Test
  void theLastSnapshotIsFoundAgain() throws IOException {
    Path file = folder.resolve("cache");
    try (KubeCache cache = new KubeCache(file, 60_000)) {
      cache.start();
      cache.offer(of("first"));
      await().until(() -> KubeCache.load(file) instanceof KubeCache.Found.Good);
      for (int i = 0; i < 100; i++) {
        cache.offer(of("p" + i));
      }
      assertThat(snapshotOf(file)).isEqualTo(of("first"));
    }

    assertThat(snapshotOf(file)).isEqualTo(of("p99"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsTriedAgain() throws IOException {
    Path missing = folder.resolve("missing");
    Path file = missing.resolve("cache");
    try (KubeCache cache = new KubeCache(file, 1)) {
      cache.start();
      cache.offer(of("a"));
      cache.offer(of("b"));
      Files.createDirectory(missing);
      await()
          .until(
              () -> {
                cache.offer(of("c"));
                return KubeCache.load(file) instanceof KubeCache.Found.Good;
              });
    }
    assertThat(snapshotOf(file)).isEqualTo(of("c"));
  }

  @Test
  void aSnapshotMayBeLargerThanHalfOfTheFreeMemory() throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx40m",
                "-cp",
                System.getProperty("java.class.path"),
                LargeCache.class.getName(),
                folder.resolve("cache").toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(child.waitFor(Duration.ofSeconds(60))).isTrue();
      assertThat(child.exitValue()).as(Files.readString(log)).isZero();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void aFileOfNoUseSaysWhy() throws IOException {
    assertThat(KubeCache.load(folder.resolve("none"))).isEqualTo(new KubeCache.Found.Nothing());
    assertThat(KubeCache.load(folder)).isInstanceOf(KubeCache.Found.Unreadable.class);
    Path other = Files.writeString(folder.resolve("other"), "starling");
    assertThat(KubeCache.load(other)).isEqualTo(new KubeCache.Found.Bad(CacheFault.NO_CACHE));
  }

  private static Snapshot snapshotOf(Path file) {
    return ((KubeCache.Found.Good) KubeCache.load(file)).snapshot();
  }

  private static Snapshot of(String pod) {
    return new Snapshot(
        new TreeMap<>(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(Map.of(pod, new SpeakerPod(pod, null, null, "Running"))),
        null);
  }
}
