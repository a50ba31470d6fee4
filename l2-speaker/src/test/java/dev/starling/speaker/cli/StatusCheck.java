package dev.starling.speaker.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold of {@code starling status}, whatever the other side answers. */
final class StatusCheck {
  private static final int LINES_BESIDE_CONTENT = 40;

  private StatusCheck() {}

  /**
   * The table, or null where the bytes are no JSON. It is no longer than its content allows, and
   * holds nothing that a terminal obeys: any program may listen at that address.
   */
  static @Nullable String check(byte[] json) {
    JsonTree tree;
    try {
      tree = JsonTree.read(json);
    } catch (IOException e) {
      return null;
    }
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    new StatusTable(printer).print(tree);
    printer.flush();
    String table = out.toString().replace(System.lineSeparator(), "\n");
    assertThat(table).contains("\nstate ").contains("\nconfig ").endsWith("\n");
    assertThat(table.codePoints()).noneMatch(c -> c != '\n' && isObeyed(c));
    List<String> lines = table.lines().toList();
    assertThat(lines).hasSizeLessThan(LINES_BESIDE_CONTENT + json.length);
    // Each cell is as wide as the widest of its column, so the whole is bounded by its square.
    long widest = 200L + 4L * json.length;
    assertThat((long) table.length()).isLessThan(widest * (lines.size() + 1L));
    return table;
  }

  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** As {@link #check(byte[])}, of text. */
  static @Nullable String check(String json) {
    return check(json.getBytes(UTF_8));
  }
}
