package dev.starling.speaker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * A table of the README that comes from the code. It stands between {@code <!-- name:begin -->} and
 * {@code <!-- name:end -->}; {@code -DreadmeUpdate=true} writes it.
 */
public final class ReadmeTable {
  private static final Path README = Path.of("../README.md");

  private ReadmeTable() {}

  /** Compares the table with the README's, where the README has a place for it. */
  public static void check(String name, List<List<String>> rows) throws IOException {
    String begin = "<!-- " + name + ":begin -->\n";
    String end = "<!-- " + name + ":end -->";
    String readme = Files.exists(README) ? Files.readString(README, UTF_8) : "";
    int from = readme.indexOf(begin);
    int to = readme.indexOf(end);
    if (from < 0 || to < from) {
      return;
    }
    String table = markdown(rows);
    if (Boolean.getBoolean("readmeUpdate")) {
      String updated = readme.substring(0, from) + begin + table + readme.substring(to);
      Files.writeString(README, updated, UTF_8);
      return;
    }
    assertThat(readme.substring(from + begin.length(), to))
        .as("the README's table of %s; -DreadmeUpdate=true writes it", name)
        .isEqualTo(table);
  }

  private static String markdown(List<List<String>> rows) {
    StringBuilder markdown = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = rows.get(i);
      assertThat(row).noneMatch(cell -> cell.contains("|") || cell.contains("\n"));
      markdown.append("| ").append(String.join(" | ", row)).append(" |\n");
      if (i == 0) {
        String rule = String.join(" | ", Collections.nCopies(row.size(), "---"));
        markdown.append("| ").append(rule).append(" |\n");
      }
    }
    return markdown.toString();
  }
}
