package dev.starling.speaker.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file. */
final class Faults {
  /** More would not be read; a file of 20,000 bad IPs has one cause. */
  static final int MAX_TOLD = 100;

  private static final int MAX_SHOWN = 60;

  private final List<Fault> told = new ArrayList<>();
  private int count;

  /** Notes a fault at a node. */
  void add(YamlNode at, String path, String problem, String remedy) {
    add(new Fault(at.line(), at.column(), path, problem, remedy));
  }

  void add(Fault fault) {
    count++;
    if (told.size() < MAX_TOLD) {
      told.add(fault);
    }
  }

  /** How many so far, the untold ones as well. */
  int count() {
    return count;
  }

  /** In the order of the file; the last one counts those that are left out. */
  List<Fault> inOrder() {
    List<Fault> ordered = new ArrayList<>(told);
    ordered.sort(Comparator.comparingInt(Fault::line).thenComparingInt(Fault::column));
    if (count > told.size()) {
      Fault last = ordered.getLast();
      String problem = "and " + (count - told.size()) + " more faults";
      ordered.add(new Fault(last.line(), last.column(), "", problem, "mend these first"));
    }
    return List.copyOf(ordered);
  }

  /** A value in quotes, short and without control characters, fit for a terminal and a log. */
  static String shown(String value) {
    return '"' + visible(value, MAX_SHOWN) + '"';
  }

  /** At most {@code max} characters of {@code text}, with a ? for each that cannot be seen. */
  static String visible(String text, int max) {
    StringBuilder visible = new StringBuilder();
    text.codePoints().limit(max).map(c -> unseen(c) ? '?' : c).forEach(visible::appendCodePoint);
    return visible.append(text.codePointCount(0, text.length()) > max ? "…" : "").toString();
  }

  private static boolean unseen(int c) {
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
}
