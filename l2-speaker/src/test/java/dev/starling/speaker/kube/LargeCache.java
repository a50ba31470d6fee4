package dev.starling.speaker.kube;

import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes a cache file of some 10 MB and reads it, in a process with little memory. */
final class LargeCache {
  private static final int SERVICES = 1_000;
  private static final int TEXT_LENGTH = 10_000;

  private LargeCache() {}

  /** Ends with an error unless what was read is what was written. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    TreeMap<ObjectName, KubeService> services = new TreeMap<>();
    for (int i = 0; i < SERVICES; i++) {
      ObjectName name = new ObjectName("shop", "s" + i);
      String text = i + "x".repeat(TEXT_LENGTH);
      services.put(
          name,
          new KubeService(
              name,
              "uid",
              "",
              "LoadBalancer",
              null,
              null,
              new TreeMap<>(),
              new TreeMap<>(Map.of("a", text)),
              List.of()));
    }
    Snapshot snapshot = new Snapshot(services, List.of(), new TreeMap<>(), new TreeMap<>(), null);
    try (KubeCache cache = new KubeCache(file, 1)) {
      cache.start();
      cache.offer(snapshot);
      await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(file));
    }
    if (Files.size(file) < (long) SERVICES * TEXT_LENGTH
        || !KubeCache.load(file)
            .equals(
                new KubeCache.Found.Good(snapshot, Files.getLastModifiedTime(file).toInstant()))) {
      throw new IllegalStateException("not what was written");
    }
  }
}
