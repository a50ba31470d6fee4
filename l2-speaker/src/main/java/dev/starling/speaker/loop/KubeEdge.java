package dev.starling.speaker.loop;

import dev.starling.speaker.config.KubernetesConfig;
import dev.starling.speaker.kube.ApiConnection;
import dev.starling.speaker.kube.KubeAccess;
import dev.starling.speaker.kube.KubeSettings;
import dev.starling.speaker.kube.KubeSource;
import dev.starling.speaker.kube.KubeStatus;
import dev.starling.speaker.kube.KubeTimes;
import dev.starling.speaker.kube.KubeWrites;
import dev.starling.speaker.kube.SecretWatch;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.writer.WriterPlace;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.OwnerPod;
import dev.starling.speaker.kube.writes.Ownership;
import dev.starling.speaker.kube.writes.WriteNote;
import dev.starling.speaker.kube.writes.WriterRules;
import dev.starling.speaker.kube.writes.WriterStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** All that a running speaker has to do with an API server: begun together, ended together. */
final class KubeEdge implements KubeFeed.Records, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubeEdge.class);
  private static final long RETRY_MILLIS = 2_000;
  private static final long KEY_LOOK_MILLIS = 5_000;

  /** How long the API server may be silent at the start before what was known last serves. */
  private static final long CACHE_AFTER_MILLIS = 2_000;

  private final String node;
  private final @Nullable OwnerPod pod;
  private final KubernetesConfig config;
  private final KubeAccess access;
  private final Listeners listeners;
  private final ScheduledThreadPoolExecutor thread;
  private final LastKnown known;
  private final Object life = new Object();
  private boolean told;
  private boolean closed;
  private @Nullable Latest latest;

  /** All of them have begun, or it is null. */
  private volatile @Nullable Parts parts;

  private record Parts(
      ApiConnection api,
      KubeSource source,
      @Nullable SecretWatch secret,
      @Nullable KubeWrites writes) {}

  private record Latest(Members members, Ownership ownership) {}

  /**
   * Who hears of what.
   *
   * @param snapshots take what the cluster is like
   * @param secret takes the text of the key
   * @param settled tells whether every member holds the key of the Secret as its newest
   * @param broken hears of mistakes of ours
   */
  record Listeners(
      Consumer<Snapshot> snapshots,
      Consumer<String> secret,
      BooleanSupplier settled,
      Consumer<Throwable> broken) {}

  /**
   * An edge that has not begun.
   *
   * @param pod the Pod that this speaker is, or null
   */
  KubeEdge(
      String node,
      KubernetesConfig config,
      KubeAccess access,
      @Nullable OwnerPod pod,
      Listeners listeners) {
    this.node = node;
    this.pod = pod;
    this.config = config;
    this.access = access;
    this.listeners = listeners;
    String file = config.cacheFile();
    known = new LastKnown(file == null ? null : Path.of(file), listeners.snapshots);
    thread =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("kube").factory());
    thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  /** How to reach the API server, or null where neither the settings nor a Pod tell. */
  static @Nullable KubeAccess access(KubernetesConfig config, Map<String, String> environment) {
    String file = config.kubeconfig();
    return file == null
        ? KubeAccess.inCluster(environment)
        : new KubeAccess.Kubeconfig(Path.of(file));
  }

  /** The Pod that this speaker is, by its environment; null outside of one. */
  static @Nullable OwnerPod pod(Map<String, String> environment) {
    String name = environment.get("STARLING_POD");
    String uid = environment.get("STARLING_POD_UID");
    return name == null || uid == null ? null : new OwnerPod(name, uid);
  }

  /** Begins. */
  void start() {
    known.start();
    later(this::recall, CACHE_AFTER_MILLIS);
    thread.execute(guarded(this::connect));
  }

  private void recall() {
    if (!known.recall(status())) {
      later(this::recall, CACHE_AFTER_MILLIS);
    }
  }

  private void later(Runnable task, long millis) {
    var _ = thread.schedule(guarded(task), millis, TimeUnit.MILLISECONDS);
  }

  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        listeners.broken.accept(e);
      }
    };
  }

  /** Begins all of it; does nothing after the end. */
  void connect() {
    try {
      synchronized (life) {
        if (!closed) {
          parts = begun(new ApiConnection(access, KubeTimes.DEFAULTS));
        }
      }
    } catch (IOException e) {
      // A file that is mounted late, or is being replaced.
      if (!told) {
        told = true;
        LOG.error("no way to the API server, trying on: {}", e.getMessage());
      }
      later(this::connect, RETRY_MILLIS);
    }
  }

  private Parts begun(ApiConnection api) {
    var settings =
        new KubeSettings(
            config.namespace(),
            config.metallbNamespace(),
            config.podSelector(),
            KubeFeed.rules(config).annotations(),
            KubeTimes.DEFAULTS);
    KubeSource source = new KubeSource(api, settings, known::take, listeners.broken);
    SecretWatch secret = config.secret().isEmpty() ? null : secretWatch(api);
    KubeWrites writes = isWriting() ? writes(api) : null;
    source.start();
    if (secret != null) {
      secret.start();
    }
    if (writes != null) {
      begin(writes);
    }
    return new Parts(api, source, secret, writes);
  }

  private SecretWatch secretWatch(ApiConnection api) {
    return new SecretWatch(
        api, config.namespace(), config.secret(), KubeTimes.DEFAULTS, listeners.secret);
  }

  private boolean isWriting() {
    return config.status() || config.events() || config.autoRotate() != null;
  }

  private KubeWrites writes(ApiConnection api) {
    var rules = new WriterRules(node, config.status(), config.events(), config.autoRotate());
    var place = new WriterPlace(config.namespace(), config.secret(), SecretWatch.KEY);
    return new KubeWrites(api, KubeTimes.DEFAULTS, rules, place, KubeEdge::tell);
  }

  private void begin(KubeWrites writes) {
    if (pod != null) {
      writes.writer().pod(pod);
    }
    Latest now = latest;
    if (now != null) {
      tell(writes, now);
    }
    writes.start();
    if (config.autoRotate() != null) {
      var look = new KeyLook(listeners.settled, writes.writer()::keysSettled, listeners.broken);
      var _ =
          thread.scheduleWithFixedDelay(
              look, KEY_LOOK_MILLIS, KEY_LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static void tell(WriteNote note) {
    LOG.atLevel(note.isWarning() ? Level.WARN : Level.INFO)
        .addKeyValue("event", note.event())
        .log(note.text());
  }

  private static void tell(KubeWrites writes, Latest now) {
    writes.writer().members(now.members);
    writes.writer().owners(now.ownership);
  }

  @Override
  public void owners(Members members, Ownership ownership) {
    Latest now = new Latest(members, ownership);
    // Either it is told here, or by who begins: the last one must not fall in between.
    synchronized (life) {
      latest = now;
      Parts running = parts;
      if (running != null && running.writes != null) {
        tell(running.writes, now);
      }
    }
  }

  @Override
  public void conflict(ObjectName service, Conflict conflict) {
    Parts running = parts;
    if (running != null && running.writes != null) {
      running.writes.writer().conflict(service, conflict);
    }
  }

  /** How the writes do; null where nothing is written. */
  @Nullable WriterStatus writerStatus() {
    Parts running = parts;
    return running == null || running.writes == null ? null : running.writes.writer().status();
  }

  /** How well the cluster is known; null before there is a way to it. */
  @Nullable KubeStatus status() {
    Parts running = parts;
    return running == null ? null : running.source.status();
  }

  /**
   * The record at the API server is taken back first, within a second; the rest can be waited for.
   */
  @Override
  public void close() {
    thread.shutdownNow();
    Parts running;
    synchronized (life) {
      closed = true;
      running = parts;
    }
    if (running != null && running.writes != null) {
      running.writes.close();
    }
    known.close();
    if (running != null) {
      if (running.secret != null) {
        running.secret.close();
      }
      running.source.close();
      running.api.close();
    }
  }
}
