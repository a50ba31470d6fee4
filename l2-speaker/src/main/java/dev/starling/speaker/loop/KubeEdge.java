package dev.starling.speaker.loop;

import dev.starling.speaker.config.KubernetesConfig;
import dev.starling.speaker.kube.ApiConnection;
import dev.starling.speaker.kube.KubeAccess;
import dev.starling.speaker.kube.KubeCache;
import dev.starling.speaker.kube.KubeSettings;
import dev.starling.speaker.kube.KubeSource;
import dev.starling.speaker.kube.KubeStatus;
import dev.starling.speaker.kube.KubeTimes;
import dev.starling.speaker.kube.KubeWrites;
import dev.starling.speaker.kube.SecretWatch;
import dev.starling.speaker.kube.inputs.CacheFault;
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
import java.time.Instant;
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

  private static final long CACHE_PAUSE_MILLIS = 5_000;

  private final String node;
  private final @Nullable OwnerPod pod;
  private final KubernetesConfig config;
  private final KubeAccess access;
  private final Listeners listeners;
  private final ScheduledThreadPoolExecutor thread;
  private boolean told;
  private boolean heard;
  private volatile @Nullable Parts parts;

  private volatile @Nullable Latest latest;
  private volatile @Nullable KubeCache cache;

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
    String file = config.cacheFile();
    if (file != null) {
      KubeCache keeping = new KubeCache(Path.of(file), CACHE_PAUSE_MILLIS);
      keeping.start();
      cache = keeping;
      var _ =
          thread.schedule(() -> recall(Path.of(file)), CACHE_AFTER_MILLIS, TimeUnit.MILLISECONDS);
    }
    thread.execute(this::connect);
  }

  private void recall(Path file) {
    Parts running = parts;
    if (running != null && running.source.status().synced()) {
      return;
    }
    switch (KubeCache.load(file)) {
      case KubeCache.Found.Good(Snapshot snapshot, Instant written) -> {
        if (serve(snapshot)) {
          LOG.warn("no news from the Kubernetes API yet: what was known at {} serves", written);
        }
      }
      case KubeCache.Found.Nothing _ ->
          LOG.warn("no news from the Kubernetes API yet, and {} is not there", file);
      case KubeCache.Found.Bad(CacheFault fault) ->
          LOG.warn("no news from the Kubernetes API yet, and {} is of no use: {}", file, fault);
      case KubeCache.Found.Unreadable(String why) ->
          LOG.warn("no news from the Kubernetes API yet, and {} cannot be read: {}", file, why);
    }
  }

  /** Hands on what was known once, unless what is known now has come while it was read. */
  private synchronized boolean serve(Snapshot old) {
    if (!heard) {
      listeners.snapshots.accept(old);
    }
    return !heard;
  }

  private synchronized void take(Snapshot snapshot) {
    heard = true;
    listeners.snapshots.accept(snapshot);
    KubeCache keeping = cache;
    if (keeping != null) {
      keeping.offer(snapshot);
    }
  }

  private void connect() {
    try {
      ApiConnection api = new ApiConnection(access, KubeTimes.DEFAULTS);
      var settings =
          new KubeSettings(
              config.namespace(),
              config.metallbNamespace(),
              config.podSelector(),
              KubeFeed.rules(config).annotations(),
              KubeTimes.DEFAULTS);
      KubeSource source = new KubeSource(api, settings, this::take);
      SecretWatch secret = config.secret().isEmpty() ? null : secretWatch(api);
      KubeWrites writes = isWriting() ? writes(api) : null;
      parts = new Parts(api, source, secret, writes);
      source.start();
      if (secret != null) {
        secret.start();
      }
      if (writes != null) {
        begin(writes);
      }
    } catch (IOException e) {
      // A file that is mounted late, or is being replaced.
      if (!told) {
        told = true;
        LOG.error("no way to the API server, trying on: {}", e.getMessage());
      }
      var _ = thread.schedule(this::connect, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RuntimeException | Error e) {
      listeners.broken.accept(e);
    }
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
    Latest known = latest;
    if (known != null) {
      tell(writes, known);
    }
    writes.start();
    if (config.autoRotate() != null) {
      var _ =
          thread.scheduleWithFixedDelay(
              () -> writes.writer().keysSettled(listeners.settled.getAsBoolean()),
              KEY_LOOK_MILLIS,
              KEY_LOOK_MILLIS,
              TimeUnit.MILLISECONDS);
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
    latest = now;
    Parts running = parts;
    if (running != null && running.writes != null) {
      tell(running.writes, now);
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

  @Override
  public void close() {
    thread.shutdownNow();
    KubeCache keeping = cache;
    if (keeping != null) {
      keeping.close();
    }
    Parts running = parts;
    if (running != null) {
      if (running.writes != null) {
        running.writes.close();
      }
      if (running.secret != null) {
        running.secret.close();
      }
      running.source.close();
      running.api.close();
    }
  }
}
