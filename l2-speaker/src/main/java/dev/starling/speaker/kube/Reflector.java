package dev.starling.speaker.kube;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.KindStatus.State;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.ObjectReader;
import dev.starling.speaker.kube.inputs.WatchEvent;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a sink at what the API server has of one kind: lists the objects, watches what becomes of
 * them, and begins anew where the watch ended. Whatever fails is tried again for ever, with growing
 * pauses, and the sink keeps what it has.
 *
 * <p>A server whose history was set back, as by a restored backup, says nothing on a watch from a
 * version that it has not reached. So it is asked how far it reaches whenever a watch was silent,
 * failed or could not be begun, and all is listed again if that is not far enough.
 */
final class Reflector<T> implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Refusals of a watch that say nothing of the version that it was to begin at. */
  private static final Set<Integer> NOT_FOR_THE_VERSION = Set.of(401, 403, 404, 429);

  /** So many failures without an event between them, and the version is at fault. */
  private static final int SETBACKS = 2;

  private final KubeResource<T> resource;
  private final ObjectReader<T> reader;
  private final Listing<T> listing;
  private final ObjectSink<T> sink;
  private final ApiConnection api;
  private final ApiHealth health;
  private final KubeTimes times;
  private final Backoff backoff;
  private final KindRecord record;

  /** What to watch from; empty to list first. */
  private String version = "";

  /** Since when a list has been doubted, or the kind has been missing; null if it is not. */
  private @Nullable Long doubtedNanos;

  /** Whether the server knew the kind when it was last asked. */
  private boolean present;

  /** What it was doing when it failed. */
  private Stage stage = Stage.LISTING;

  /** Whether the server may have another history than the one that the version is of. */
  private boolean unsure;

  /** Since when nothing has been answered; null if something was. */
  private @Nullable Long awayNanos;

  /** Watches that failed or were refused since there was an event. */
  private int setbacks;

  /** Those of them that had been begun. */
  private int failures;

  private String lastMistake = "";

  private volatile boolean closed;
  private @Nullable Thread thread;

  private enum Stage {
    LISTING,
    BEGINNING,
    WATCHING
  }

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
    record = new KindRecord(resource.name());
    reader = new CarefulReader<>(resource.name(), resource.reader());
    listing = new Listing<>(resource, reader, sink, api, times);
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
    return record.status(sink.count(), sink.dropped());
  }

  @Override
  public void run() {
    while (!closed) {
      long pauseMillis;
      stage = Stage.LISTING;
      try {
        pauseMillis = listAndWatch();
      } catch (RefusedException e) {
        pauseMillis = refused(e);
      } catch (IOException e) {
        pauseMillis = stage == Stage.WATCHING ? brokenOff(e) : unreachable(e);
      } catch (RuntimeException e) {
        pauseMillis = mistaken(e);
      }
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
    if (unsure && !version.isEmpty() && resource.single() == null) {
      boolean reached = listing.reaches(version);
      awayNanos = null;
      unsure = false;
      version = reached ? version : "";
    }
    if (version.isEmpty() || resource.single() != null) {
      ObjectList<T> all = listing.all();
      awayNanos = null;
      String doubt = sink.doubt(all);
      if (doubt != null && isDoubtful()) {
        return failed(doubt);
      }
      doubtedNanos = null;
      unsure = false;
      sink.replaced(all.objects(), all.version());
      version = all.version();
      present = true;
      record.listed();
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

  /** Watches until the server ends it. */
  private long watch() throws IOException {
    long seconds = TimeUnit.MILLISECONDS.toSeconds(times.watchLength());
    long jittered = seconds + ThreadLocalRandom.current().nextLong(seconds + 1);
    // The version of one object may be older than anything that the server can watch from.
    String from = resource.single() == null ? version : "";
    stage = Stage.BEGINNING;
    try (InputStream in = api.get(resource.watchPath(from, jittered), times.silence(), 0)) {
      stage = Stage.WATCHING;
      awayNanos = null;
      record.watched();
      if (failures < SETBACKS) {
        become(State.WATCHING);
      }
      return hear(in);
    }
  }

  private long hear(InputStream in) throws IOException {
    long beginNanos = System.nanoTime();
    boolean heard = false;
    boolean lasted;
    // A new parser waits for the first bytes, which may be long in coming.
    try (JsonParser json = api.json().createParser(in)) {
      WatchEvent<T> event = WatchEvent.read(json, reader);
      while (event != null) {
        take(event);
        heard = true;
        setbacks = 0;
        failures = 0;
        backoff.reset();
        become(State.WATCHING);
        event = WatchEvent.read(json, reader);
      }
    } finally {
      lasted = System.nanoTime() - beginNanos >= times.retryMax() * NANOS_PER_MILLI;
      if (lasted) {
        backoff.reset();
      }
    }
    // One that ends at once without a word would otherwise be begun again without a pause.
    return heard || lasted ? 0 : backoff.nextMillis();
  }

  private void take(WatchEvent<T> event) throws IOException {
    switch (event) {
      case WatchEvent.Changed<T>(ApiObject<T> object) -> {
        sink.changed(object);
        advance(object);
      }
      case WatchEvent.Deleted<T>(ApiObject<T> object) -> {
        sink.deleted(object);
        advance(object);
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
  private void advance(ApiObject<T> told) {
    String to = told.version();
    if (to.isEmpty() && told.fault() != null) {
      return;
    }
    long place = ApiObject.placeOf(to);
    if (place == ApiObject.NO_PLACE || place > ApiObject.placeOf(version)) {
      version = to;
    }
  }

  /** Every watch breaks off some day. Nothing is amiss unless the next cannot be begun. */
  private long brokenOff(IOException why) {
    if (why instanceof SilentException) {
      unsure = true;
      setbacks = 0;
      failures = 0;
      return 0;
    }
    record.failed(ApiConnection.reason(why));
    return backoff.nextMillis();
  }

  private long unreachable(IOException why) {
    away();
    doubtedNanos = null;
    return failed(ApiConnection.reason(why));
  }

  /**
   * Who was away may come back with another history, which may even have grown beyond ours if it
   * took long.
   */
  private void away() {
    long now = System.nanoTime();
    Long since = awayNanos;
    if (since == null) {
      since = now;
      awayNanos = since;
    }
    unsure = true;
    if (now - since >= times.doubt() * NANOS_PER_MILLI) {
      version = "";
    }
  }

  private long refused(RefusedException refusal) {
    ApiStatus status = refusal.status();
    if (refusal.isFinal()) {
      awayNanos = null;
    } else if (stage != Stage.WATCHING) {
      away();
    }
    if (status.code() == ApiStatus.GONE) {
      version = "";
      record.failed(ApiConnection.reason(refusal));
      return backoff.nextMillis();
    }
    if (status.code() == ApiStatus.NOT_FOUND && resource.optional()) {
      return missing(refusal);
    }
    doubtedNanos = null;
    if (stage == Stage.WATCHING
        || (stage == Stage.BEGINNING && !NOT_FOR_THE_VERSION.contains(status.code()))) {
      setBack();
    }
    long asked = Math.min(times.retryAfterMax(), status.retryAfterSeconds() * 1000L);
    boolean passing = stage == Stage.WATCHING && failures < SETBACKS;
    return Math.max(asked, passing ? brokenOff(refusal) : failed(refusal));
  }

  /** A watch has failed, which may be on account of the version that it began at. */
  private void setBack() {
    unsure = true;
    setbacks++;
    failures += stage == Stage.WATCHING ? 1 : 0;
    if (setbacks % SETBACKS == 0) {
      version = "";
    }
  }

  /** Whatever it was, it is the same for every speaker, and none must end of it. */
  private long mistaken(RuntimeException mistake) {
    String why = ApiConnection.reason(mistake);
    if (!closed && !lastMistake.equals(why)) {
      lastMistake = why;
      LOG.atError().setCause(mistake).log("the {} could not be taken in", resource.name());
    }
    version = "";
    return failed("a mistake of ours: " + why);
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

  private long failed(RefusedException refusal) {
    String why = ApiConnection.reason(refusal);
    if (refusal.isFinal() && !closed) {
      record.lose(why);
      health.refused(resource.name(), why, System.nanoTime());
      return backoff.nextMillis();
    }
    return failed(why);
  }

  private long failed(String why) {
    if (closed) {
      return 0;
    }
    record.lose(why);
    health.lost(resource.name(), why, System.nanoTime());
    return backoff.nextMillis();
  }

  private void become(State next) {
    record.become(next);
    health.heard(resource.name(), System.nanoTime());
  }
}
