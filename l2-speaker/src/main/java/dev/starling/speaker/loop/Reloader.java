package dev.starling.speaker.loop;

import dev.starling.membership.KeyStretching;
import dev.starling.membership.KeyText;
import dev.starling.membership.Membership;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.file.FileSource;
import dev.starling.speaker.http.ConfigStatus;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the files twice a second, and brings a change to whom it concerns. */
final class Reloader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reloader.class);
  private static final long POLL_MILLIS = 500;

  private final FileSource source;
  private final KeyStretching stretching;
  private final Targets targets;
  private final InstantSource clock;
  private final ScheduledThreadPoolExecutor thread;
  private SpeakerConfig config;
  private List<KeyText> keys;
  private volatile ConfigStatus status;

  /**
   * Whom a change concerns.
   *
   * @param configure takes a good configuration up
   * @param refused hears of a bad one
   * @param broken hears of mistakes of ours
   */
  record Targets(
      Membership membership,
      Consumer<SpeakerConfig> configure,
      Runnable refused,
      Consumer<Throwable> broken) {}

  /**
   * A reloader that has not begun.
   *
   * @param first what {@code source} has given already, and what is in force
   */
  Reloader(
      FileSource source,
      FileSource.Outcome.Applied first,
      KeyStretching stretching,
      Targets targets,
      InstantSource clock) {
    this.source = source;
    this.stretching = stretching;
    this.targets = targets;
    this.clock = clock;
    config = first.config();
    keys = first.keys();
    status = new ConfigStatus(source.name(), clock.instant(), List.of());
    thread =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("files").factory());
    thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  void start() {
    var _ =
        thread.scheduleWithFixedDelay(
            () -> poll(false), POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Looks at once, since a person asks. */
  void pollNow() {
    thread.execute(() -> poll(true));
  }

  /** What is in force, and what is wrong with a later change. */
  ConfigStatus status() {
    return status;
  }

  /** Looks once. */
  void poll(boolean asked) {
    try {
      take(source.poll(asked), asked);
    } catch (RuntimeException | Error e) {
      targets.broken.accept(e);
    }
  }

  private void take(FileSource.Outcome outcome, boolean asked) {
    Instant loaded = status.loadedAt();
    switch (outcome) {
      case FileSource.Outcome.Unchanged _ -> {
        if (asked) {
          LOG.info("asked to read {} again: nothing has changed", source.name());
        }
      }
      case FileSource.Outcome.Applied applied -> apply(applied);
      case FileSource.Outcome.Refused refused -> {
        status = new ConfigStatus(source.name(), loaded, refused.faults());
        targets.refused.run();
        LOG.error(
            "a change of {} is refused, the last good one stays in force: {}",
            source.name(),
            String.join(" | ", refused.faults()));
      }
      case FileSource.Outcome.Restored _ -> {
        status = new ConfigStatus(source.name(), loaded, List.of());
        LOG.info("{} again says what is in force", source.name());
      }
    }
  }

  private void apply(FileSource.Outcome.Applied applied) {
    if (!applied.keys().equals(keys)) {
      keys = applied.keys();
      targets.membership.install(stretching.ring(keys));
      LOG.info("the key file has changed; every speaker moves to the newest key by itself");
      WarmUps.collect();
    }
    if (!applied.config().equals(config)) {
      config = applied.config();
      targets.membership.expect(Wanted.peers(config));
      targets.configure.accept(config);
    }
    status = new ConfigStatus(source.name(), clock.instant(), List.of());
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
