package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads broken texts in tests. */
final class ReadingFaults {
  private ReadingFaults() {}

  /** Whether the text is refused, or is nothing, or is no object at all. */
  static boolean brokenOff(ObjectReader<?> reader, String text) {
    return read(reader, text.getBytes(StandardCharsets.UTF_8)) == null;
  }

  /** Reads the text with each of its bits changed; an error other than of the stream gets out. */
  static void flipEachBit(ObjectReader<?> reader, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      read(reader, bytes);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
  }

  private static @Nullable ApiObject<?> read(ObjectReader<?> reader, byte[] text) {
    try (JsonParser json = Json.factory().createParser(text)) {
      return json.nextToken() == null ? null : reader.read(json);
    } catch (IOException _) {
      return null;
    }
  }
}
