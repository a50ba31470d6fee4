package dev.starling.speaker.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/** One JSON object a line, as the package's description has it. */
final class JsonLayout extends LayoutBase<ILoggingEvent> {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public String doLayout(ILoggingEvent event) {
    StringWriter line = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", TextLayout.TIME.format(event.getInstant()));
      json.writeStringField("level", event.getLevel().toString());
      json.writeStringField("logger", event.getLoggerName());
      List<KeyValuePair> pairs =
          Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of());
      field(json, pairs, "event");
      json.writeStringField("message", event.getFormattedMessage());
      field(json, pairs, "nanos");
      for (KeyValuePair pair : pairs) {
        if (!pair.key.equals("event") && !pair.key.equals("nanos")) {
          json.writeFieldName(pair.key);
          JsonValues.write(json, pair.value);
        }
      }
      if (event.getThrowableProxy() != null) {
        json.writeStringField("error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be written", e);
    }
    return line.append('\n').toString();
  }

  private static void field(JsonGenerator json, List<KeyValuePair> pairs, String key)
      throws IOException {
    for (KeyValuePair pair : pairs) {
      if (pair.key.equals(key)) {
        json.writeFieldName(key);
        JsonValues.write(json, pair.value);
        return;
      }
    }
  }
}
