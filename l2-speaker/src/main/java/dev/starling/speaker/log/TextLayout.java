package dev.starling.speaker.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/**
 * {@code 2026-11-30T03:15:27.041Z INFO message}. A note's message says all that its fields do, so
 * the fields are written only on lines that are no notes, with the logger's short name.
 */
final class TextLayout extends LayoutBase<ILoggingEvent> {
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(160);
    TIME.formatTo(event.getInstant(), line);
    String level = event.getLevel().toString();
    line.append(' ').append(level).append(" ".repeat(Math.max(0, 6 - level.length())));
    List<KeyValuePair> pairs =
        Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of());
    boolean note = pairs.stream().anyMatch(pair -> pair.key.equals("event"));
    if (!note) {
      String logger = event.getLoggerName();
      line.append(logger, logger.lastIndexOf('.') + 1, logger.length()).append(": ");
    }
    oneLine(event.getFormattedMessage(), line);
    if (!note) {
      for (KeyValuePair pair : pairs) {
        line.append(' ').append(pair.key).append('=');
        oneLine(String.valueOf(pair.value), line);
      }
    }
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.toString();
  }

  /** What others said may not begin a line of its own. */
  private static void oneLine(String text, StringBuilder line) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c);
    }
  }
}
