package dev.starling.speaker.kube;

import dev.starling.speaker.kube.writer.KeySecretReader;
import dev.starling.speaker.kube.writer.KubeWriter;
import dev.starling.speaker.kube.writer.RandomKey;
import dev.starling.speaker.kube.writer.StatusReader;
import dev.starling.speaker.kube.writer.WriteExchange;
import dev.starling.speaker.kube.writer.WriterPlace;
import dev.starling.speaker.kube.writes.WriteNote;
import dev.starling.speaker.kube.writes.WriterRules;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All that a speaker writes to its cluster: a writer, and the watches that tell it what is there
 * already.
 */
public final class KubeWrites implements AutoCloseable {
  private static final String STATUSES = "servicel2statuses";
  private static final long WATCH_END_MILLIS = 50;

  private final KubeWriter writer;
  private final List<Reflector<?>> watches = new ArrayList<>();

  /**
   * Writes nothing yet.
   *
   * @param api stays open when this is closed
   * @param tell hears what a person may want to know, on the writer's thread
   */
  public KubeWrites(
      ApiConnection api,
      KubeTimes times,
      WriterRules rules,
      WriterPlace place,
      Consumer<WriteNote> tell) {
    WriteExchange exchange =
        new WriteExchange(
            rules.node(),
            place,
            new ApiRequests(api, times),
            InstantSource.system(),
            new RandomKey());
    writer = new KubeWriter(rules, exchange, tell);
    ApiHealth health = new ApiHealth(() -> "what is written there waits");
    String namespace = KubeResource.encode(place.namespace());
    if (rules.status()) {
      String path = "/apis/metallb.io/v1beta1/namespaces/" + namespace + "/" + STATUSES;
      watches.add(
          new Reflector<>(
              KubeResource.optional(STATUSES, path, new StatusReader()),
              new StatusSink(writer),
              api,
              health,
              times));
    }
    if (rules.keyPeriod() != null) {
      watches.add(
          new Reflector<>(
              KubeResource.one(
                  "secrets",
                  "/api/v1/namespaces/" + namespace + "/secrets",
                  place.secret(),
                  new KeySecretReader()),
              new KeySecretSink(writer),
              api,
              health,
              times));
    }
  }

  /** Begins. Call once. */
  public void start() {
    writer.start();
    watches.forEach(Reflector::start);
  }

  /** Takes what this speaker knows. */
  public KubeWriter writer() {
    return writer;
  }

  /** How well the watched kinds are known. */
  public List<KindStatus> watches() {
    return watches.stream().map(Reflector::status).toList();
  }

  /** Removes this speaker's status objects as far as that goes, and ends, within a second. */
  @Override
  public void close() {
    writer.close();
    try {
      for (Reflector<?> watch : watches) {
        watch.close(WATCH_END_MILLIS);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
