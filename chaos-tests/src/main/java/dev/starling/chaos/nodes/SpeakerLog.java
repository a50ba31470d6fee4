package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.LabException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The file into which a speaker prints in all its lives. Each line is read once; the newest 20,000
 * events are remembered. Safe for use by several threads.
 */
public final class SpeakerLog {
  private static final int LAST_LINES = 15;
  private static final int EVENTS_LIMIT = 20_000;
  private static final int STRANGE_LIMIT = 100;
  private static final String ERROR = "\"level\":\"ERROR\"";
  private static final int CHUNK_BYTES = 1 << 16;

  /** Threads of a speaker take their moments before they queue up to write. */
  private static final long DISORDER_NANOS = 2_000_000_000L;

  private final Path file;
  private final Deque<LogEvent> events = new ArrayDeque<>();
  private final List<String> strange = new ArrayList<>();
  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private long readBytes;

  /** The log in {@code file}, which may not be there yet. */
  public SpeakerLog(Path file) {
    this.file = file;
  }

  /** All remembered events at or after {@code nanos}, in the order of the file. */
  public synchronized List<LogEvent> eventsSince(long nanos) {
    readOn();
    List<LogEvent> found = new ArrayList<>();
    Iterator<LogEvent> newestFirst = events.descendingIterator();
    while (newestFirst.hasNext()) {
      LogEvent event = newestFirst.next();
      if (event.nanos() - nanos >= 0) {
        found.add(event);
      } else if (event.nanos() - nanos < -DISORDER_NANOS) {
        break;
      }
    }
    return found.reversed();
  }

  /**
   * The first hundred lines that should not be there: what the JVM itself had to say, and errors
   * that are no events.
   */
  public synchronized List<String> strangeLines() {
    readOn();
    return List.copyOf(strange);
  }

  /** The length of the file until the last look at it. */
  public synchronized long bytes() {
    readOn();
    return readBytes;
  }

  /** The end of the file, for a message. */
  public String lastLines() {
    try {
      List<String> lines = Files.readAllLines(file);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  private void readOn() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
      while (channel.read(chunk, readBytes) > 0) {
        chunk.flip();
        readBytes += chunk.remaining();
        while (chunk.hasRemaining()) {
          take(chunk.get());
        }
        chunk.clear();
      }
    } catch (NoSuchFileException e) {
      // Not started yet.
    } catch (IOException e) {
      throw new LabException("cannot read " + file, e);
    }
  }

  private void take(byte each) {
    if (each != '\n') {
      unfinished.write(each);
      return;
    }
    String line = unfinished.toString(StandardCharsets.UTF_8);
    unfinished.reset();
    Optional<LogEvent> event = LogEvent.parse(line);
    if (event.isPresent()) {
      if (events.size() == EVENTS_LIMIT) {
        events.removeFirst();
      }
      events.addLast(event.get());
    } else if (isStrange(line) && strange.size() < STRANGE_LIMIT) {
      strange.add(line);
    }
  }

  private static boolean isStrange(String line) {
    return line.startsWith("{") ? line.contains(ERROR) : !line.isBlank();
  }
}
