package dev.starling.speaker.loop;

import dev.starling.membership.Peer;
import dev.starling.speaker.config.KubernetesConfig;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.kube.KubeAccess;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.plan.Unplanned;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a running speaker has to do with Kubernetes: the thread that plans by what the cluster
 * wants, and from when it is watched the edge that asks the API server and writes to it.
 */
final class KubeSide implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubeSide.class);
  private static final long PLAN_LIMIT_MILLIS = 10_000;

  private final ScheduledThreadPoolExecutor planning =
      new ScheduledThreadPoolExecutor(
          1,
          Thread.ofPlatform().daemon().name("kube-plan").factory(),
          // What comes while the process ends is of no use any more.
          new ThreadPoolExecutor.DiscardPolicy());
  private final Consumer<Throwable> broken;
  private final KubeFeed feed;
  private volatile @Nullable KubeEdge edge;

  /**
   * Whom a plan concerns.
   *
   * @param expect takes the other speakers
   * @param configure takes the rest
   * @param begin is called once, when this speaker is one of the cluster's
   */
  record Targets(Consumer<List<Peer>> expect, Consumer<Intent> configure, Runnable begin) {}

  /**
   * A side that watches nothing yet.
   *
   * @param broken hears of mistakes of ours
   */
  KubeSide(SpeakerConfig config, Targets targets, Consumer<Throwable> broken) {
    this.broken = broken;
    feed =
        new KubeFeed(
            config,
            new KubeFeed.Targets(
                targets.expect, targets.configure, targets.begin, new Recorder(), broken),
            planning,
            System::nanoTime);
  }

  /**
   * Begins to watch the cluster.
   *
   * @param secret takes the text of the key
   * @param settled tells whether every member holds the key of the Secret as its newest
   */
  void watch(SpeakerConfig config, Consumer<String> secret, BooleanSupplier settled) {
    KubernetesConfig kubernetes = config.kubernetes();
    KubeAccess access = kubernetes == null ? null : KubeEdge.access(kubernetes, System.getenv());
    if (kubernetes == null || access == null) {
      throw new IllegalStateException("the settings were not checked");
    }
    var listeners = new KubeEdge.Listeners(this::plan, secret, settled, broken);
    KubeEdge watching =
        new KubeEdge(config.node(), kubernetes, access, KubeEdge.pod(System.getenv()), listeners);
    edge = watching;
    watching.start();
  }

  /** Returns when it is planned: who hands it over leaves pauses by how long that takes. */
  private void plan(Snapshot snapshot) {
    feed.take(snapshot);
    try {
      planning.submit(() -> {}).get(PLAN_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      LOG.debug("the plan takes long, or the process ends", e);
    } catch (ExecutionException e) {
      broken.accept(e);
    }
  }

  /** A changed file. */
  void configure(SpeakerConfig changed) {
    feed.configure(changed);
  }

  /** Who owns what now. */
  void elected(Owners now) {
    feed.elected(now);
  }

  /** What the speaker says of itself: claims of strangers are told to the cluster as well. */
  void hear(Note note) {
    if (note instanceof Note.ConflictHeard(String ip, String link, String mac, _)) {
      feed.conflict(ip, new Conflict(ip, link, mac));
    }
  }

  /**
   * How it does.
   *
   * @param barred what is not announced on this node's links
   */
  KubeReport report(List<Unplanned> barred) {
    KubeEdge watching = edge;
    List<Unplanned> all = new ArrayList<>(barred);
    all.addAll(feed.unplanned());
    return new KubeReport(
        watching == null ? null : watching.status(),
        watching == null ? null : watching.writerStatus(),
        all,
        feed.problem());
  }

  @Override
  public void close() {
    planning.shutdownNow();
    KubeEdge watching = edge;
    if (watching != null) {
      watching.close();
    }
  }

  /** Hands what is to be written to the edge that writes it, from when there is one. */
  private final class Recorder implements KubeFeed.Records {
    @Override
    public void owners(Members members, Ownership ownership) {
      KubeEdge writing = edge;
      if (writing != null) {
        writing.owners(members, ownership);
      }
    }

    @Override
    public void conflict(ObjectName service, Conflict conflict) {
      KubeEdge writing = edge;
      if (writing != null) {
        writing.conflict(service, conflict);
      }
    }
  }
}
