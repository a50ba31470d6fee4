package dev.starling.speaker.loop;

import dev.starling.arpndp.link.LinkWatcher;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.kube.plan.Unplanned;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The thread of the {@link Ports}, and the watcher of their interfaces. */
final class LinkWorker implements AutoCloseable {
  private static final long TICK_MILLIS = 250;

  private final ScheduledThreadPoolExecutor thread;
  private final Consumer<Throwable> broken;
  private final LinkWatcher watcher;
  private final Ports ports;
  private final AtomicReference<@Nullable Intent> wanted = new AtomicReference<>();

  /**
   * Begins to work.
   *
   * @param maker makes the ports, given how to reach their thread
   */
  LinkWorker(Function<Executor, Ports> maker, Consumer<Throwable> broken) {
    this.broken = broken;
    thread =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("links").factory());
    // What comes while the process ends is of no use any more.
    thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    ports = maker.apply(this::execute);
    watcher = new LinkWatcher(info -> execute(() -> ports.seen(info)));
    var _ =
        thread.scheduleWithFixedDelay(
            guarded(this::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    ports.tick();
    watcher.watch(ports.names());
  }

  /**
   * Takes up what is to be done, and hands its plan to the core. Of several that come while one is
   * taken up, the last one is.
   */
  void configure(Intent intent) {
    if (wanted.getAndSet(intent) == null) {
      execute(this::takeUp);
    }
  }

  private void takeUp() {
    Intent latest = wanted.getAndSet(null);
    if (latest != null) {
      ports.configure(latest);
      watcher.watch(ports.names());
    }
  }

  /** What is not announced on the links that are there. */
  List<Unplanned> barred() {
    return ports.barred();
  }

  /** Why not, by the IP as text. */
  SortedMap<String, Silence> silences() {
    return ports.silences();
  }

  /** When the watcher last looked. */
  long lastPollNanos() {
    return watcher.lastPollNanos();
  }

  private void execute(Runnable task) {
    thread.execute(guarded(task));
  }

  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        broken.accept(e);
      }
    };
  }

  @Override
  public void close() {
    watcher.close();
    thread.shutdownNow();
  }
}
