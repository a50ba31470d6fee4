package dev.starling.speaker.loop;

import dev.starling.membership.KeyFile;
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
  private List<KeyText> fileKeys;
  private List<KeyText> keys;
  private volatile ConfigStatus status;
  private volatile boolean followsSecret;

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
    fileKeys = first.keys();
    keys = fileKeys;
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

  /** Whether the last key of the Secret is the one in force. */
  boolean followsSecret() {
    return followsSecret;
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

  /** Takes up the text of the Secret, which the key file may show a minute later. */
  void secretChanged(String text) {
    thread.execute(
        () -> {
          try {
            takeSecret(KeyFile.single(text));
          } catch (RuntimeException | Error e) {
            targets.broken.accept(e);
          }
        });
  }

  /** Takes up what the Secret says, on the thread of all else. */
  void takeSecret(KeyFile secret) {
    followsSecret = secret.faults().isEmpty();
    if (followsSecret) {
      install(secret.keys(), "the Secret");
    } else {
      String why = secret.faults().getFirst().reason().message();
      LOG.error("the key of the Secret is refused, the last good one stays in force: {}", why);
      targets.refused.run();
    }
  }

  private void install(List<KeyText> next, String where) {
    if (!next.equals(keys)) {
      keys = next;
      targets.membership.install(stretching.ring(keys));
      LOG.info("{} has changed; every speaker moves to the newest key by itself", where);
      WarmUps.collect();
    }
  }

  private void apply(FileSource.Outcome.Applied applied) {
    // The Secret may be ahead of the file: then another setting is no reason to go back.
    if (!applied.keys().equals(fileKeys)) {
      fileKeys = applied.keys();
      followsSecret &= fileKeys.equals(keys);
      install(fileKeys, "the key file");
    }
    if (!applied.config().equals(config)) {
      config = applied.config();
      if (config.kubernetes() == null) {
        targets.membership.expect(Wanted.peers(config));
      }
      targets.configure.accept(config);
    }
    status = new ConfigStatus(source.name(), clock.instant(), List.of());
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
