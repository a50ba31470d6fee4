package dev.starling.speaker.config;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Guesses which word was meant. */
final class Nearest {
  private static final int MAX_LENGTH = 64;

  private Nearest() {}

  /** The word of {@code known} that {@code typed} is a slip of, or null if none is near. */
  static @Nullable String to(String typed, Collection<String> known) {
    if (typed.length() > MAX_LENGTH) {
      return null;
    }
    String nearest = null;
    // Two slips in a long word, one in a short one; more would be another word.
    int distance = typed.length() > 4 ? 3 : 2;
    for (String word : known) {
      int d = distance(typed.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT));
      if (d < distance) {
        nearest = word;
        distance = d;
      }
    }
    return nearest;
  }

  /** Levenshtein's distance, with a swap of two neighbours as one step. */
  static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int change = steps[i - 1][j - 1] + (same ? 0 : 1);
        int best = Math.min(change, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = best;
      }
    }
    return steps[a.length()][b.length()];
  }
}
