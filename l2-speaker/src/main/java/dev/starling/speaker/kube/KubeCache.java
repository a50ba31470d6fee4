package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.CacheContent;
import dev.starling.speaker.kube.inputs.CacheFault;
import dev.starling.speaker.kube.inputs.SnapshotCodec;
import dev.starling.speaker.kube.model.Snapshot;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the last snapshot in a file, for a start without the API server. Snapshots that come fast
 * are gathered: one file at once, the next after a pause. The file is replaced as a whole, and only
 * its owner can read it. A file that cannot be written is told once, and tried again with the next
 * snapshot.
 */
public final class KubeCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubeCache.class);
  private static final long CLOSE_MILLIS = 2_000;

  private final Path file;
  private final long pauseMillis;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition offered = lock.newCondition();
  private final Thread writer;
  private @Nullable Snapshot pending;
  private boolean closed;
  private boolean failing;

  /** What a file turned out to be. */
  public sealed interface Found {
    /** A snapshot, and when it was written. */
    record Good(Snapshot snapshot, Instant written) implements Found {}

    /** There is none yet. */
    record Nothing() implements Found {}

    /** A file of no use. */
    record Bad(CacheFault fault) implements Found {}

    /** A file that cannot be read. */
    record Unreadable(String why) implements Found {}
  }

  /**
   * A cache in a folder that exists.
   *
   * @param pauseMillis at least between two writes
   */
  public KubeCache(Path file, long pauseMillis) {
    this.file = file.toAbsolutePath();
    this.pauseMillis = pauseMillis;
    writer = Thread.ofVirtual().name("kube-cache").unstarted(this::run);
  }

  /** Reads a file. */
  public static Found load(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Instant written = Files.getLastModifiedTime(file).toInstant();
      return switch (SnapshotCodec.decode(() -> from(channel))) {
        case CacheContent.Good(Snapshot snapshot) -> new Found.Good(snapshot, written);
        case CacheContent.Bad(CacheFault fault) -> new Found.Bad(fault);
      };
    } catch (NoSuchFileException _) {
      return new Found.Nothing();
    } catch (IOException e) {
      return new Found.Unreadable(reason(e));
    }
  }

  /** The file from its beginning on: the same one each time, whatever becomes of its name. */
  private static InputStream from(FileChannel channel) throws IOException {
    InputStream in = Channels.newInputStream(channel.position(0));
    return new FilterInputStream(in) {
      @Override
      public void close() {
        // It is read again.
      }
    };
  }

  /** Begins to write. */
  public void start() {
    writer.start();
  }

  /** The newest snapshot. Does not wait. */
  public void offer(Snapshot snapshot) {
    lock.lock();
    try {
      pending = snapshot;
      offered.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (Snapshot next = next(); next != null; next = next()) {
        write(next);
        pause();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a snapshot; null if none will come. */
  private @Nullable Snapshot next() throws InterruptedException {
    lock.lock();
    try {
      while (pending == null && !closed) {
        offered.await();
      }
      Snapshot next = pending;
      pending = null;
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Lets time pass, but not after the end. */
  private void pause() throws InterruptedException {
    long left = TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    lock.lock();
    try {
      while (!closed && left > 0) {
        left = offered.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void write(Snapshot snapshot) {
    try {
      replace(snapshot);
      if (failing) {
        failing = false;
        LOG.info("{} is written again", file);
      }
    } catch (IOException e) {
      if (!failing) {
        failing = true;
        LOG.warn("{} cannot be written: {}; it stays as it is", file, reason(e));
      }
    }
  }

  private void replace(Snapshot snapshot) throws IOException {
    Path folder = file.getParent();
    Path fresh =
        Files.createTempFile(
            folder,
            "." + file.getFileName(),
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        if (!SnapshotCodec.write(snapshot, Channels.newOutputStream(channel))) {
          throw new IOException("more than " + SnapshotCodec.BYTES_MAX + " bytes");
        }
        channel.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static String reason(IOException why) {
    return ApiStatus.oneLine(why.toString());
  }

  /** Writes what is pending, and ends. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      offered.signal();
    } finally {
      lock.unlock();
    }
    try {
      writer.join(CLOSE_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
