package dev.starling.chaos.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a user copies from a page, or from the comment at the head of a file. */
final class Blocks {
  private static final String FENCE = "```";

  private Blocks() {}

  /**
   * What stands between the fences of a page, one by one.
   *
   * @param language the word after the fence; empty for commands
   */
  static List<String> of(Path page, String language) throws IOException {
    List<String> found = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    String within = null;
    for (String line : Files.readAllLines(page)) {
      if (!line.strip().startsWith(FENCE)) {
        block.append(line).append('\n');
      } else if (within == null) {
        within = line.strip().substring(FENCE.length());
        block.setLength(0);
      } else {
        if (within.equals(language)) {
          found.add(block.toString().stripIndent());
        }
        within = null;
      }
    }
    return found;
  }

  /** The commands of a comment: its lines that are indented. */
  static String ofComment(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("#   "))
        .map(line -> line.substring("#   ".length()))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
