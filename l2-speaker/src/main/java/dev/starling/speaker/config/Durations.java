package dev.starling.speaker.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The way that durations are written in the file. */
final class Durations {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
  private static final long SECOND_MILLIS = 1_000;
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 3_600_000;

  private Durations() {}

  /** The duration that {@code text} spells, or null if it spells none. */
  static @Nullable Duration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return null;
    }
    long count = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }

  /** As short as the units allow. */
  static String text(long millis) {
    if (millis > 0 && millis % HOUR_MILLIS == 0) {
      return millis / HOUR_MILLIS + "h";
    }
    if (millis > 0 && millis % MINUTE_MILLIS == 0) {
      return millis / MINUTE_MILLIS + "m";
    }
    if (millis > 0 && millis % SECOND_MILLIS == 0) {
      return millis / SECOND_MILLIS + "s";
    }
    return millis + "ms";
  }
}
