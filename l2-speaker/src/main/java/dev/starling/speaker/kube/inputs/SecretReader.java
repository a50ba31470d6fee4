package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads one entry of a Secret. */
public final class SecretReader implements ObjectReader<SecretReader.KeyValue> {
  private final String key;

  /** A reader of the entry {@code key}. */
  public SecretReader(String key) {
    this.key = key;
  }

  /** What the Secret has under the key. No text of any of them shows the value. */
  public sealed interface KeyValue {
    /** A text. */
    record Text(String text) implements KeyValue {
      @Override
      public String toString() {
        return "Text[***]";
      }
    }

    /** Nothing, or nothing that is a text. */
    record Unusable(String why) implements KeyValue {}
  }

  @Override
  public @Nullable ApiObject<KeyValue> read(JsonParser json) throws IOException {
    Metadata metadata = Metadata.bare();
    SortedMap<String, String> data = new TreeMap<>();
    Json.object(
        json,
        (name, value) -> {
          switch (name) {
            case "metadata" -> metadata.read(value);
            case "data" -> data.putAll(Json.map(value, key::equals));
            default -> {}
          }
        });
    return metadata.with(decode(data.get(key)));
  }

  private KeyValue decode(@Nullable String base64) {
    if (base64 == null) {
      return new KeyValue.Unusable("has no key " + key);
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      return new KeyValue.Text(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return new KeyValue.Unusable("has no text under " + key);
    }
  }
}
