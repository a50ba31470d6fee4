package dev.starling.speaker.kube;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.KindStatus.State;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.WatchEvent;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a sink at what the API server has of one kind: lists the objects, watches what becomes of
 * them, and begins anew where the watch ended. Whatever fails is tried again for ever, with growing
 * pauses, and the sink keeps what it has.
 */
final class Reflector<T> implements Runnable {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final KubeResource<T> resource;
  private final ObjectSink<T> sink;
  private final ApiConnection api;
  private final ApiHealth health;
  private final KubeTimes times;
  private final Backoff backoff;

  /** What to watch from; empty to list first. */
  private String version = "";

  /** Since when a list has been doubted, or the kind has been missing; null if it is not. */
  private @Nullable Long doubtedNanos;

  /** Whether the server knew the kind when it was last asked. */
  private boolean present;

  /** Whether the watch has been begun that has broken off. */
  private boolean watching;

  private volatile boolean closed;
  private @Nullable Thread thread;

  private final Object statusLock = new Object();
  private State state = State.STARTING;
  private long sinceMillis = System.currentTimeMillis();
  private long lists;
  private long watches;
  private @Nullable String lastError;

  Reflector(
      KubeResource<T> resource,
      ObjectSink<T> sink,
      ApiConnection api,
      ApiHealth health,
      KubeTimes times) {
    this.resource = resource;
    this.sink = sink;
    this.api = api;
    this.health = health;
    this.times = times;
    backoff =
        new Backoff(
            times.retryFirst(), times.retryMax(), () -> ThreadLocalRandom.current().nextLong());
  }

  void start() {
    thread = Thread.ofVirtual().name("kube-" + resource.name()).start(this);
  }

  /** Ends it, waiting for at most {@code millis}. */
  void close(long millis) throws InterruptedException {
    closed = true;
    Thread running = thread;
    if (running != null) {
      running.interrupt();
      running.join(millis);
    }
  }

  KindStatus status() {
    int count = sink.count();
    long dropped = sink.dropped();
    synchronized (statusLock) {
      return new KindStatus(
          resource.name(), state, count, dropped, sinceMillis, lists, watches, lastError);
    }
  }

  @Override
  public void run() {
    while (!closed) {
      long pauseMillis;
      try {
        pauseMillis = listAndWatch();
      } catch (RefusedException e) {
        pauseMillis = refused(e);
      } catch (IOException e) {
        pauseMillis = watching ? brokenOff(e) : unreachable(e);
      }
      watching = false;
      pause(pauseMillis);
    }
  }

  private void pause(long millis) {
    if (millis > 0 && !closed) {
      try {
        TimeUnit.MILLISECONDS.sleep(millis);
      } catch (InterruptedException _) {
        closed = true;
      }
    }
  }

  /** Returns how long to wait before the next time. */
  private long listAndWatch() throws IOException {
    if (version.isEmpty() || resource.single() != null) {
      ObjectList<T> all = list();
      String doubt = sink.doubt(all);
      if (doubt != null && isDoubtful()) {
        return failed(doubt);
      }
      doubtedNanos = null;
      sink.replaced(all.objects(), all.version());
      version = all.version();
      present = true;
      count(1, 0);
    }
    return watch();
  }

  /** Whether something unlikely has not been the case for long enough to be believed. */
  private boolean isDoubtful() {
    long now = System.nanoTime();
    Long since = doubtedNanos;
    if (since == null) {
      since = now;
      doubtedNanos = since;
    }
    return now - since < times.doubt() * NANOS_PER_MILLI;
  }

  private ObjectList<T> list() throws IOException {
    String single = resource.single();
    if (single != null) {
      return get(single);
    }
    List<ApiObject<T>> all = new ArrayList<>();
    ObjectList<T> page = page("");
    all.addAll(page.objects());
    while (!page.next().isEmpty()) {
      page = page(page.next());
      all.addAll(page.objects());
    }
    return new ObjectList<>(all, page.version(), "");
  }

  private ObjectList<T> page(String next) throws IOException {
    try (InputStream in = api.get(resource.listPath(next), times.answer(), times.list());
        JsonParser json = api.json().createParser(in)) {
      return ObjectList.read(json, resource.reader());
    }
  }

  private ObjectList<T> get(String name) throws IOException {
    try (InputStream in = api.get(resource.objectPath(name), times.answer(), times.list());
        JsonParser json = api.json().createParser(in)) {
      json.nextToken();
      ApiObject<T> object = resource.reader().read(json);
      if (object == null || json.nextToken() != null) {
        throw new IOException("the answer is no object");
      }
      return new ObjectList<>(List.of(object), object.version(), "");
    } catch (RefusedException e) {
      if (e.status().code() == ApiStatus.NOT_FOUND) {
        return new ObjectList<>(List.of(), "", "");
      }
      throw e;
    }
  }

  /** Watches until the server ends it. */
  private long watch() throws IOException {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(times.watchLength());
    long jittered = seconds + ThreadLocalRandom.current().nextLong(seconds + 1);
    long beginNanos = System.nanoTime();
    boolean heard = false;
    // The version of one object may be older than anything that the server can watch from.
    String from = resource.single() == null ? version : "";
    try (InputStream in = api.get(resource.watchPath(from, jittered), times.silence(), 0)) {
      count(0, 1);
      become(State.WATCHING);
      watching = true;
      // A new parser waits for the first bytes, which may be long in coming.
      try (JsonParser json = api.json().createParser(in)) {
        WatchEvent<T> event = WatchEvent.read(json, resource.reader());
        while (event != null) {
          take(event);
          heard = true;
          backoff.reset();
          event = WatchEvent.read(json, resource.reader());
        }
      }
    }
    // One that ends at once without a word would otherwise be begun again without a pause.
    boolean lasted = System.nanoTime() - beginNanos >= times.retryMax() * NANOS_PER_MILLI;
    if (lasted) {
      backoff.reset();
    }
    return heard || lasted ? 0 : backoff.nextMillis();
  }

  private void take(WatchEvent<T> event) throws IOException {
    switch (event) {
      case WatchEvent.Changed<T>(ApiObject<T> object) -> {
        sink.changed(object);
        advance(object.version());
      }
      case WatchEvent.Deleted<T>(ApiObject<T> object) -> {
        sink.deleted(object);
        advance(object.version());
      }
      case WatchEvent.Bookmark<T>(String upTo) -> {
        if (ApiObject.placeOf(upTo) < ApiObject.placeOf(version)) {
          version = "";
          throw new IOException("the server is back at an older state");
        }
        version = upTo;
      }
      case WatchEvent.Failed<T>(ApiStatus status) -> throw new RefusedException(status);
      case WatchEvent.Unknown<T>() -> {
        version = "";
        throw new IOException("an event that is not understood");
      }
    }
  }

  /** An event that comes late leads nowhere back. */
  private void advance(String to) {
    long place = ApiObject.placeOf(to);
    if (place == ApiObject.NO_PLACE || place > ApiObject.placeOf(version)) {
      version = to;
    }
  }

  /** Every watch breaks off some day. Nothing is amiss unless the next cannot be begun. */
  private long brokenOff(IOException why) {
    if (!(why instanceof SilentException)) {
      note(ApiConnection.reason(why));
    }
    return backoff.nextMillis();
  }

  /**
   * Who was away may come back with another history, as after a restored backup, where a watch from
   * a version of the old one would hear nothing: so it is listed again.
   */
  private long unreachable(IOException why) {
    doubtedNanos = null;
    version = "";
    return failed(ApiConnection.reason(why));
  }

  private long refused(RefusedException refusal) {
    ApiStatus status = refusal.status();
    if (status.code() == ApiStatus.GONE) {
      version = "";
      note(ApiConnection.reason(refusal));
      return backoff.nextMillis();
    }
    if (status.code() == ApiStatus.NOT_FOUND && resource.optional()) {
      return missing(refusal);
    }
    doubtedNanos = null;
    long asked = Math.min(times.retryAfterMax(), status.retryAfterSeconds() * 1000L);
    return Math.max(asked, watching ? brokenOff(refusal) : failed(ApiConnection.reason(refusal)));
  }

  /** A kind that was there is believed to be gone only when that has been so for a while. */
  private long missing(RefusedException refusal) {
    version = "";
    if (present && isDoubtful()) {
      return failed(ApiConnection.reason(refusal));
    }
    present = false;
    doubtedNanos = null;
    sink.absent();
    become(State.ABSENT);
    return times.absent();
  }

  private long failed(String why) {
    if (closed) {
      return 0;
    }
    note(why);
    synchronized (statusLock) {
      if (state != State.STARTING && state != State.LOST) {
        state = State.LOST;
        sinceMillis = System.currentTimeMillis();
      }
    }
    health.lost(resource.name(), why, System.nanoTime());
    return backoff.nextMillis();
  }

  private void note(String why) {
    synchronized (statusLock) {
      lastError = why;
    }
  }

  private void become(State next) {
    synchronized (statusLock) {
      if (state != next) {
        state = next;
        sinceMillis = System.currentTimeMillis();
      }
    }
    health.heard(resource.name(), System.nanoTime());
  }

  private void count(int moreLists, int moreWatches) {
    synchronized (statusLock) {
      lists += moreLists;
      watches += moreWatches;
    }
  }
}
