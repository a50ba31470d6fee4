package dev.starling.speaker.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.event.KeyValuePair;

/**
 * Hands lines to a thread of its own, which formats and writes them: whoever logs never waits, even
 * if nobody reads the other end of the pipe. Lines that find the queue full are counted, and the
 * count is written when there is room again.
 */
final class QueueAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
  static final int QUEUE_LINES = 4_096;

  /** No note is written later than this; a larger difference is of another clock. */
  private static final long LATE_NANOS_MAX = 60_000_000_000L;

  private final Layout<ILoggingEvent> layout;
  private final OutputStream out;
  private final BlockingQueue<ILoggingEvent> queue = new ArrayBlockingQueue<>(QUEUE_LINES);
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Thread writer = new Thread(this::run, "log");

  QueueAppender(Layout<ILoggingEvent> layout, OutputStream out) {
    this.layout = layout;
    this.out = out;
    writer.setDaemon(true);
  }

  @Override
  public void start() {
    super.start();
    writer.start();
  }

  @Override
  public void stop() {
    if (isStarted()) {
      super.stop();
      writer.interrupt();
    }
  }

  @Override
  protected void append(ILoggingEvent event) {
    // Arguments may change after this call; nothing else of an event does.
    event.getFormattedMessage();
    if (event instanceof LoggingEvent line) {
      dateBack(line);
    }
    if (queue.offer(event)) {
      accepted.incrementAndGet();
    } else {
      lost.incrementAndGet();
    }
  }

  /** A note's time is when it happened, not when somebody came to write it down. */
  private static void dateBack(LoggingEvent line) {
    List<KeyValuePair> pairs = line.getKeyValuePairs();
    if (pairs == null) {
      return;
    }
    for (KeyValuePair pair : pairs) {
      if (pair.key.equals("nanos") && pair.value instanceof Long nanos) {
        long agoNanos = System.nanoTime() - nanos;
        if (agoNanos > 0 && agoNanos < LATE_NANOS_MAX) {
          line.setInstant(line.getInstant().minusNanos(agoNanos));
        }
        return;
      }
    }
  }

  /** Waits until what was logged before is written, for at most {@code millis}; says whether. */
  boolean flush(long millis) throws InterruptedException {
    long until = accepted.get();
    long startNanos = System.nanoTime();
    while (written.get() - until < 0) {
      if (System.nanoTime() - startNanos > TimeUnit.MILLISECONDS.toNanos(millis)) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    return true;
  }

  private void run() {
    try {
      while (true) {
        writeLine(queue.take());
        written.incrementAndGet();
        tellLost();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeLine(ILoggingEvent event) {
    try {
      write(layout.doLayout(event));
    } catch (RuntimeException e) {
      // A value whose toString fails: one line is lost, not the log.
      lost.incrementAndGet();
    }
  }

  private void tellLost() {
    long count = lost.getAndSet(0);
    if (count > 0) {
      LoggingEvent event = new LoggingEvent();
      event.setLoggerName(QueueAppender.class.getName());
      event.setLevel(Level.WARN);
      event.setInstant(Instant.now());
      event.setMessage(
          count + " lines lost: the log is read too slowly, or they could not be written");
      write(layout.doLayout(event));
    }
  }

  private void write(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      // The reader is gone. A speaker that ended with its log would be the worse of the two.
      lost.incrementAndGet();
    }
  }
}
