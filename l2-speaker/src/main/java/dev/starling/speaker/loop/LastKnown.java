package dev.starling.speaker.loop;

import dev.starling.speaker.kube.KindStatus;
import dev.starling.speaker.kube.KubeCache;
import dev.starling.speaker.kube.KubeStatus;
import dev.starling.speaker.kube.inputs.CacheFault;
import dev.starling.speaker.kube.model.Snapshot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands on what is known of a cluster, and keeps it in a file. While the API server is silent at a
 * start, what the file holds is handed on instead, once, and never after anything newer.
 */
final class LastKnown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LastKnown.class);
  private static final long PAUSE_MILLIS = 5_000;

  private final Consumer<Snapshot> listener;
  private final @Nullable Path file;
  private final @Nullable KubeCache cache;
  private boolean heard;

  /**
   * One that has heard of nothing.
   *
   * @param file null for none
   * @param listener is called one call at a time
   */
  LastKnown(@Nullable Path file, Consumer<Snapshot> listener) {
    this.file = file;
    this.listener = listener;
    cache = file == null ? null : new KubeCache(file, PAUSE_MILLIS);
  }

  /** Begins to write the file. */
  void start() {
    if (cache != null) {
      cache.start();
    }
  }

  /** What is known now. */
  synchronized void take(Snapshot snapshot) {
    heard = true;
    listener.accept(snapshot);
    if (cache != null) {
      cache.offer(snapshot);
    }
  }

  /**
   * Hands on what the file holds, unless the API server is answering.
   *
   * @param status null before there is a way to the API server
   * @return whether that was all: otherwise call again later
   */
  boolean recall(@Nullable KubeStatus status) {
    if (file == null || hasHeard()) {
      return true;
    }
    if (isAnswering(status)) {
      return false;
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
    return true;
  }

  /**
   * Whether the API server is about to tell: a kind of object is watched, or is known not to be
   * there and nothing else has failed. A large cluster takes it more than a moment, and what the
   * file holds is older.
   */
  static boolean isAnswering(@Nullable KubeStatus status) {
    if (status == null) {
      return false;
    }
    boolean watching = false;
    boolean absent = false;
    boolean failed = false;
    for (KindStatus kind : status.kinds()) {
      watching |= kind.state() == KindStatus.State.WATCHING;
      absent |= kind.state() == KindStatus.State.ABSENT;
      failed |= kind.state() != KindStatus.State.ABSENT && kind.lastError() != null;
    }
    return watching || (absent && !failed);
  }

  /** Hands on what was known once, unless what is known now has come while it was read. */
  synchronized boolean serve(Snapshot old) {
    if (!heard) {
      listener.accept(old);
    }
    return !heard;
  }

  private synchronized boolean hasHeard() {
    return heard;
  }

  /** Writes what is to be written yet, within two seconds. */
  @Override
  public void close() {
    if (cache != null) {
      cache.close();
    }
  }
}
