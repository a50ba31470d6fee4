package dev.starling.speaker.log;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes plain Java values as JSON. */
public final class JsonValues {
  private JsonValues() {}

  /**
   * Writes {@code value}: text, numbers, flags, null, lists and maps of such as what they are;
   * anything else as the text that it is.
   */
  public static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Boolean flag -> json.writeBoolean(flag);
      case Iterable<?> items -> {
        json.writeStartArray();
        for (Object item : items) {
          write(json, item);
        }
        json.writeEndArray();
      }
      case Map<?, ?> fields -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> field : fields.entrySet()) {
          json.writeFieldName(String.valueOf(field.getKey()));
          write(json, field.getValue());
        }
        json.writeEndObject();
      }
      default -> json.writeString(value.toString());
    }
  }
}
