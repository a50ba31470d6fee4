package dev.starling.arpndp.link;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Looks at the configured interfaces ten times a second and reports each one at first and whenever
 * it has changed: gone, new, up, down, carrier, MAC address. One daemon thread; a change is told
 * within 100 ms and the time of a poll, one of the MTU or of its own IP addresses within a second.
 */
public final class LinkWatcher implements AutoCloseable {
  /** How many interfaces are watched at most. */
  public static final int LIMIT = 64;

  /** The time between two polls. */
  public static final Duration INTERVAL = Duration.ofMillis(100);

  /** What nobody waits for is read once a second: the interface's own addresses, its MTU. */
  private static final int POLLS_PER_FULL_READ = 10;

  private static final Path SYSFS = Path.of("/sys/class/net");

  private final InterfaceFiles files;
  private final Consumer<LinkInfo> linkChanged;
  private final Thread thread;
  private final AtomicLong faults = new AtomicLong();
  private final Map<String, LinkInfo> last = new HashMap<>();

  private volatile List<String> names = List.of();
  private volatile boolean closed;
  private volatile long lastPollNanos = System.nanoTime();

  /**
   * Watches nothing yet.
   *
   * @param linkChanged called on the watcher's thread; must only hand over. Should it throw, the
   *     change is told again
   */
  public LinkWatcher(Consumer<LinkInfo> linkChanged) {
    this(SYSFS, linkChanged);
  }

  /** Watches the interfaces below {@code sysfs}, which may be another namespace's. */
  LinkWatcher(Path sysfs, Consumer<LinkInfo> linkChanged) {
    this.files = new InterfaceFiles(sysfs);
    this.linkChanged = linkChanged;
    this.thread = Thread.ofPlatform().daemon().name("link-watcher").start(this::run);
  }

  /**
   * Watches exactly {@code interfaces}, new ones at once. One that was watched before and still is
   * will not be reported again unless it changes.
   */
  public void watch(Collection<String> interfaces) {
    if (interfaces.size() > LIMIT) {
      throw new IllegalArgumentException("at most " + LIMIT + " interfaces");
    }
    List<String> wanted = List.copyOf(new TreeSet<>(interfaces));
    if (!wanted.equals(names)) {
      names = wanted;
      LockSupport.unpark(thread);
    }
  }

  /** When the last poll ended, on {@link System#nanoTime}'s clock: old if the watcher is stuck. */
  public long lastPollNanos() {
    return lastPollNanos;
  }

  /** How many polls a mistake has broken off. */
  public long faults() {
    return faults.get();
  }

  /** Ends the watch. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    for (int poll = 0; !closed; poll++) {
      try {
        poll(poll % POLLS_PER_FULL_READ == 0);
      } catch (RuntimeException e) {
        faults.incrementAndGet();
      }
      lastPollNanos = System.nanoTime();
      LockSupport.parkNanos(this, INTERVAL.toNanos());
    }
  }

  private void poll(boolean full) {
    List<String> watched = names;
    last.keySet().retainAll(watched);
    for (String name : watched) {
      LinkInfo before = last.get(name);
      if (!full && before != null && files.looksLike(before)) {
        continue;
      }
      LinkInfo now = files.read(name, InterfaceFiles.addresses(name));
      if (!now.equals(before)) {
        linkChanged.accept(now);
        last.put(name, now);
      }
    }
  }
}
