package dev.starling.speaker.kube.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads texts in tests. */
final class Reading {
  private static final JsonFactory FACTORY = Json.factory();

  private Reading() {}

  /** What reads one value from a parser. */
  @FunctionalInterface
  interface From<T> {
    T read(JsonParser json) throws IOException;
  }

  static JsonParser parser(String text) {
    try {
      return FACTORY.createParser(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The object that the text is, or null. */
  static <T> @Nullable ApiObject<T> object(ObjectReader<T> reader, String text) {
    try (JsonParser json = parser(text)) {
      json.nextToken();
      ApiObject<T> read = reader.read(json);
      assertThat(json.nextToken()).as("what follows the object").isNull();
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is kept of the object that the text is. */
  static <T> T kept(ObjectReader<T> reader, String text) {
    return Objects.requireNonNull(Objects.requireNonNull(object(reader, text)).kept());
  }

  /** JSON with its single quotes as double ones. */
  static String quoted(String text) {
    return text.replace('\'', '"');
  }
}
