package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The file into which a speaker prints. */
public record SpeakerLog(Path file) {
  private static final int LAST_LINES = 15;

  /** All events at or after {@code nanos}, in the order of the file. */
  public List<LogEvent> eventsSince(long nanos) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(LogEvent::parse)
          .flatMap(Optional::stream)
          .filter(event -> event.nanos() - nanos >= 0)
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new LabException("cannot read " + file, e);
    }
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
}
