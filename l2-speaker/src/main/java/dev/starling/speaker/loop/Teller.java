package dev.starling.speaker.loop;

import dev.starling.speaker.core.Note;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes notes off the loop's thread: putting a line together costs more than a frame. A note that
 * finds the queue full is counted as lost.
 */
final class Teller implements AutoCloseable {
  private static final int NOTES_MAX = 16_384;
  private static final long LOOK_MILLIS = 250;

  private final BlockingQueue<Entry> queue = new ArrayBlockingQueue<>(NOTES_MAX);
  private final AtomicLong lost = new AtomicLong();
  private final Audience audience;
  private final Thread thread;
  private volatile boolean closed;

  private record Entry(Note note, long nanos) {}

  /** Who listens; called on the teller's thread only. */
  interface Audience {
    /** A note of the core. */
    void hear(Note note, long nanos);

    /** Called a few times a second while there are no notes. */
    void quiet(long nanos);
  }

  Teller(Audience audience) {
    this.audience = audience;
    thread = Thread.ofPlatform().daemon().name("teller").start(this::run);
  }

  /** Hands a note over. */
  void tell(Note note, long nanos) {
    if (!queue.offer(new Entry(note, nanos))) {
      lost.incrementAndGet();
    }
  }

  /** How many notes were lost. */
  long lost() {
    return lost.get();
  }

  /** Tells what is left, within half a second. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(2 * LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (true) {
        @Nullable Entry entry = queue.poll(closed ? 0 : LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (entry != null) {
          audience.hear(entry.note, entry.nanos);
        } else if (closed) {
          return;
        } else {
          audience.quiet(System.nanoTime());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
