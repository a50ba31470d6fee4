package dev.starling.speaker.kube.writer;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectReader;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.KeyRotation;
import dev.starling.speaker.kube.writes.KeySecret;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads how old a Secret is, and nothing of what is in it. */
public final class KeySecretReader implements ObjectReader<KeySecret> {
  /** A reader. */
  public KeySecretReader() {}

  @Override
  public @Nullable ApiObject<KeySecret> read(JsonParser json) throws IOException {
    JsonFields metadata = JsonFields.read(json).object("metadata");
    String name = metadata.text("name");
    if (name.isEmpty()) {
      return null;
    }
    String version = metadata.text("resourceVersion");
    String rotatedAt = metadata.object("annotations").text(KeyRotation.ROTATED_AT);
    Instant createdAt = instant(metadata.text("creationTimestamp"));
    KeySecret secret =
        createdAt == null
            ? null
            : new KeySecret(version, createdAt, rotatedAt.isEmpty() ? null : rotatedAt);
    return new ApiObject<>(new ObjectName(metadata.text("namespace"), name), version, secret);
  }

  private static @Nullable Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
