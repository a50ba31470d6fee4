package dev.starling.speaker.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rows of text in aligned columns, fit for a terminal whatever the text. */
final class Table {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... heads) {
    rows.add(List.of(heads));
  }

  void row(String... cells) {
    rows.add(Stream.of(cells).map(Table::shown).toList());
  }

  /** {@code text} with a ? for each character that a terminal would obey, or would not show. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().map(c -> isObeyed(c) ? '?' : c).forEach(shown::appendCodePoint);
    return shown.toString();
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

  /** Whether it has no row but the head. */
  boolean isEmpty() {
    return rows.size() == 1;
  }

  void print(PrintWriter out) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        int pad = widths[i] - cell.codePointCount(0, cell.length());
        line.append(cell).append(" ".repeat(pad)).append(GAP);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
