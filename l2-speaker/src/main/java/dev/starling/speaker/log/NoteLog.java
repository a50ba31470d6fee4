package dev.starling.speaker.log;

import dev.starling.speaker.core.Note;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes notes to the log, at most {@link #LINES_PER_SECOND} a second of each kind; one line counts
 * those that are left out. Of one thread: the loop's.
 *
 * <p>A second begins with the first line of its kind. Lines that are left out are told by the next
 * call of {@link #settle} or {@link #write} after it has ended, so the loop is to wake up for
 * {@link #nextDeadline}.
 */
public final class NoteLog {
  /** Twenty lines show what happens; the thousandth tells nothing new. */
  public static final int LINES_PER_SECOND = 20;

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Logger logger;
  private final Map<String, Second> seconds = new TreeMap<>();

  /** The lines of one kind in the present second. */
  private static final class Second {
    private long startNanos;
    private int lines;
    private long leftOut;
  }

  /** Writes to {@code logger}. */
  public NoteLog(Logger logger) {
    this.logger = logger;
  }

  /** Writes the line of a note, or counts it. */
  public void write(Note note, long nowNanos) {
    settle(nowNanos);
    NoteLine line = NoteLine.of(note);
    if (!logger.isEnabledForLevel(line.level())) {
      return;
    }
    Second second = seconds.computeIfAbsent(line.event(), event -> started(nowNanos));
    if (second.lines >= LINES_PER_SECOND) {
      second.leftOut++;
      return;
    }
    second.lines++;
    LoggingEventBuilder log =
        logger
            .atLevel(line.level())
            .addKeyValue("event", line.event())
            .addKeyValue("nanos", nowNanos);
    for (Map.Entry<String, Object> field : line.fields().entrySet()) {
      log = log.addKeyValue(field.getKey(), field.getValue());
    }
    log.log(line.message());
  }

  /** Tells the lines that were left out in seconds that are over. */
  public void settle(long nowNanos) {
    seconds
        .entrySet()
        .removeIf(
            entry -> {
              boolean over = nowNanos - entry.getValue().startNanos >= SECOND_NANOS;
              if (over) {
                tell(entry.getKey(), entry.getValue().leftOut, nowNanos);
              }
              return over;
            });
  }

  /** Tells all lines that were left out, before the speaker ends. */
  public void finish(long nowNanos) {
    seconds.forEach((event, second) -> tell(event, second.leftOut, nowNanos));
    seconds.clear();
  }

  /** When {@link #settle} has something to tell; empty while no line is left out. */
  public OptionalLong nextDeadline(long nowNanos) {
    OptionalLong left =
        seconds.values().stream()
            .filter(second -> second.leftOut > 0)
            .mapToLong(second -> Math.max(0, second.startNanos + SECOND_NANOS - nowNanos))
            .min();
    return left.isEmpty() ? left : OptionalLong.of(nowNanos + left.getAsLong());
  }

  private static Second started(long nowNanos) {
    Second second = new Second();
    second.startNanos = nowNanos;
    return second;
  }

  private void tell(String event, long leftOut, long nowNanos) {
    if (leftOut > 0) {
      logger
          .atLevel(Level.INFO)
          .addKeyValue("event", "left-out")
          .addKeyValue("nanos", nowNanos)
          .addKeyValue("kind", event)
          .addKeyValue("count", leftOut)
          .log("and {} more lines of {}", leftOut, event);
    }
  }
}
