package dev.starling.speaker.realtime;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every thread of this process round-robin real-time priority (SCHED_RR), so that whatever
 * else runs on the node delays none of them: also those of the JVM, since a thread that waits for a
 * collection at normal priority would be no better off. All get the same priority, {@value
 * #PRIORITY}: a thread that waits for another's lock spins for a moment, and if it had more of it
 * than the other it would spin for ever. New threads inherit from the one that has made them, and
 * are looked at once a second.
 *
 * <p>Where the kernel refuses, that is told once and shown in the status, and everything goes on.
 * Where the threads cannot be listed, that is shown as well, and tried again a second later. A
 * thread of ours that spun would starve one core but for what the kernel keeps back ({@code
 * kernel.sched_rt_runtime_us}, 50 ms of each second).
 */
public final class RealTime implements AutoCloseable {
  /** Priority of all threads; of 1 to 99, the lowest. */
  static final int PRIORITY = 1;

  private static final Logger LOG = LoggerFactory.getLogger(RealTime.class);
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final String GIVEN = "realtime";
  private static final String SOME = "; some threads have it";
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Linux' errno of a call that is not permitted. */
  private static final int EPERM = 1;

  /** Linux' errno where the thread is gone. */
  private static final int ESRCH = 3;

  private final Path threads;
  private final Listing listing;
  private final Scheduler scheduler;
  private final Set<String> given = new HashSet<>();
  private volatile String status = GIVEN;
  private volatile boolean closed;

  /** Asks the kernel. */
  interface Scheduler {
    /**
     * Gives a thread round-robin real-time priority.
     *
     * @param thread the kernel's number of it
     * @return 0, or errno
     */
    int roundRobin(int thread, int priority);
  }

  /** Lists a folder. */
  interface Listing {
    /** What is in the folder; to be closed. */
    DirectoryStream<Path> of(Path folder) throws IOException;
  }

  /** For the threads below {@code threads}, a folder with one folder for each. */
  RealTime(Path threads, Listing listing, Scheduler scheduler) {
    this.threads = threads;
    this.listing = listing;
    this.scheduler = scheduler;
  }

  /** Begins to give priority, on a thread of its own. */
  public static RealTime begin() {
    RealTime realTime = new RealTime(THREADS, Files::newDirectoryStream, new SchedulerCall());
    if (realTime.sweep()) {
      if (realTime.status.equals(GIVEN)) {
        LOG.info("all threads have real-time priority");
      }
      Thread.ofPlatform().daemon().name("realtime").start(realTime::run);
    } else {
      LOG.warn("{}; going on as it is", realTime.status);
    }
    return realTime;
  }

  /** "realtime", or why it was refused, or why it is not sure that all threads have it. */
  public String status() {
    return status;
  }

  private void run() {
    try {
      while (!closed && sweep()) {
        Thread.sleep(INTERVAL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!closed) {
      LOG.warn("{}; new threads have what they inherit", status);
    }
  }

  /** Gives each thread that is new its priority; false if that is refused. */
  boolean sweep() {
    Set<String> seen = new HashSet<>();
    try (DirectoryStream<Path> folders = listing.of(threads)) {
      for (Path folder : folders) {
        String number = String.valueOf(folder.getFileName());
        seen.add(number);
        int error = give(number);
        if (error != 0 && error != ESRCH) {
          status = "realtime refused: " + reason(error) + (given.isEmpty() ? "" : SOME);
          return false;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      unlisted(e);
      return true;
    }
    given.retainAll(seen);
    if (!status.equals(GIVEN)) {
      LOG.info("all threads are listed again and have real-time priority");
      status = GIVEN;
    }
    return true;
  }

  private void unlisted(Exception why) {
    boolean told = !status.equals(GIVEN);
    status = "realtime, but the threads cannot be listed: " + why;
    if (!told) {
      LOG.warn("{}; trying on", status);
    }
  }

  private int give(String number) {
    if (given.contains(number)) {
      return 0;
    }
    int error = scheduler.roundRobin(Integer.parseInt(number), PRIORITY);
    if (error == 0) {
      given.add(number);
    }
    return error;
  }

  private static String reason(int error) {
    return error == EPERM
        ? "not permitted; it needs the capability CAP_SYS_NICE, or a limit RLIMIT_RTPRIO of "
            + PRIORITY
        : "errno " + error;
  }

  /** Ends the looking; the threads keep what they have. */
  @Override
  public void close() {
    closed = true;
  }
}
