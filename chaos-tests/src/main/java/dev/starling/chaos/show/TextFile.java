package dev.starling.chaos.show;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file of text, for people or for other programs. */
public final class TextFile {
  private TextFile() {}

  /**
   * Writes {@code text} to {@code file} in one step, so that an interruption leaves the last whole
   * file.
   *
   * @throws LabException if that cannot be done
   */
  public static void write(Path file, String text) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LabException("cannot write " + file, e);
    }
  }

  /** The text of a JSON tree, for people to read as well. */
  public static String json(JsonNode tree) {
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of values is JSON", e);
    }
  }
}
