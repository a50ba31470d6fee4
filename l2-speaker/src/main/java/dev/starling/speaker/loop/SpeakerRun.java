package dev.starling.speaker.loop;

import dev.starling.speaker.cli.ConfigText;
import dev.starling.speaker.cli.SpeakerOptions;
import dev.starling.speaker.cli.SpeakerProcess;
import dev.starling.speaker.config.KubernetesConfig;
import dev.starling.speaker.file.FileSource;
import dev.starling.speaker.log.Logging;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * The order of the start is for speed. What must be loaded for the first answer and for the first
 * datagram is loaded beside the reading of the files; the join begins as soon as the key is
 * stretched; links open while it goes on; metrics and HTTP come last.
 *
 * The end: SIGTERM or SIGINT -> drain (the core, at most a second) -> silent -> leave the group ->
 * links, HTTP, log. Five seconds at most, whatever hangs.
 */

/**
 * {@code starling speaker}: one run of one speaker. Exit codes: 0 ended as told, 1 a file could not
 * be read or the end took too long, 2 a bad file, 3 an invariant is broken.
 */
public final class SpeakerRun implements SpeakerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(SpeakerRun.class);
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_BAD_FILE = 2;
  private static final Duration END_LIMIT = Duration.ofMillis(4_500);

  private final String version;
  private final CountDownLatch toEnd = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable RunningSpeaker speaker;

  /**
   * A speaker that has not begun.
   *
   * @param version of the program, for the status and the log
   */
  public SpeakerRun(String version) {
    this.version = version;
  }

  /** Begins to load, beside whatever comes before {@link #run}, what it will need. */
  public static void prepare() {
    WarmUps.begin();
  }

  @Override
  public int run(SpeakerOptions options) {
    Logging.configure(options.logFormat(), options.logLevel());
    FileSource source =
        new FileSource(options.config(), ConfigText.surroundings(), InstantSource.system());
    try {
      return switch (source.poll(true)) {
        case FileSource.Outcome.Applied first ->
            isReachable(first) ? run(source, first) : EXIT_BAD_FILE;
        case FileSource.Outcome.Refused(List<String> faults, boolean unreadable) -> {
          faults.forEach(System.err::println);
          yield unreadable ? EXIT_FAILED : EXIT_BAD_FILE;
        }
        case FileSource.Outcome other -> throw new IllegalStateException("at first: " + other);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return EXIT_FAILED;
    } finally {
      ended.countDown();
    }
  }

  private static boolean isReachable(FileSource.Outcome.Applied first) {
    KubernetesConfig kubernetes = first.config().kubernetes();
    if (kubernetes == null || KubeEdge.access(kubernetes, System.getenv()) != null) {
      return true;
    }
    System.err.println(
        "kubernetes: this is no Pod of a cluster (KUBERNETES_SERVICE_HOST is not set); give"
            + " kubernetes.kubeconfig");
    return false;
  }

  private int run(FileSource source, FileSource.Outcome.Applied first) throws InterruptedException {
    Instant executed = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
    LOG.info(
        "starling {} of node {} started {} ms ago, reading {}",
        version,
        first.config().node(),
        Narrator.millisSince(executed),
        source.name());
    handleSignals();
    LastResort lastResort = new LastResort(Runtime.getRuntime()::halt);
    // A thread that dies is a broken invariant: without its detector a speaker would look healthy.
    Thread.setDefaultUncaughtExceptionHandler((_, cause) -> lastResort.accept(cause));
    RunningSpeaker running =
        RunningSpeaker.start(
            source, first, new RunningSpeaker.Identity(version, executed), lastResort);
    speaker = running;
    toEnd.await();
    Thread.ofPlatform().daemon().name("end-limit").start(SpeakerRun::haltLater);
    running.end();
    Logging.flush();
    return 0;
  }

  private void handleSignals() {
    Signals.handle("HUP", this::reload);
    boolean term = Signals.handle("TERM", toEnd::countDown);
    boolean interrupt = Signals.handle("INT", toEnd::countDown);
    if (!term || !interrupt) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::endAndWait, "end"));
    }
  }

  private void reload() {
    RunningSpeaker running = speaker;
    if (running != null) {
      running.reload();
    }
  }

  private void endAndWait() {
    toEnd.countDown();
    try {
      var _ = ended.await(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void haltLater() {
    try {
      Thread.sleep(END_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_FAILED);
  }
}
