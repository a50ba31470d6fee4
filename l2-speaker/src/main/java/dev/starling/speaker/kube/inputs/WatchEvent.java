package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One event of a watch. */
public sealed interface WatchEvent<T> {
  /** The object is new or has changed. */
  record Changed<T>(ApiObject<T> object) implements WatchEvent<T> {}

  /** The object is gone; {@code object} is as it was. */
  record Deleted<T>(ApiObject<T> object) implements WatchEvent<T> {}

  /** Everything up to this version has been told. */
  record Bookmark<T>(String version) implements WatchEvent<T> {}

  /** The watch is over. */
  record Failed<T>(ApiStatus status) implements WatchEvent<T> {}

  /** Of a type that is not known, or of an object without a name. */
  record Unknown<T>() implements WatchEvent<T> {}

  /**
   * Reads the next event, waiting for it; null at the end of the stream.
   *
   * @throws IOException if the stream breaks off or is no watch
   */
  static <T> @Nullable WatchEvent<T> read(JsonParser json, ObjectReader<T> reader)
      throws IOException {
    if (json.nextToken() == null) {
      return null;
    }
    if (!json.isExpectedStartObjectToken()) {
      throw new IOException("the answer is no stream of events");
    }
    EventReader<T> event = new EventReader<>(reader);
    Json.object(json, event::field);
    return event.event();
  }
}
