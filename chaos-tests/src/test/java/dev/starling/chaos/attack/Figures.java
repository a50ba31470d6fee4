package dev.starling.chaos.attack;

import java.util.Locale;

/** What a test has measured, for a person: one line each on standard output. */
final class Figures {
  private Figures() {}

  /** Prints a line. */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
  static void tell(String format, Object... values) {
    System.out.println("figures: " + String.format(Locale.ROOT, format, values));
  }
}
