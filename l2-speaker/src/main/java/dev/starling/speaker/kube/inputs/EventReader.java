package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/** Reads an event, whose type comes before its object. */
final class EventReader<T> {
  private final ObjectReader<T> reader;
  private String type = "";
  private WatchEvent<T> event = new WatchEvent.Unknown<>();

  EventReader(ObjectReader<T> reader) {
    this.reader = reader;
  }

  WatchEvent<T> event() {
    return event;
  }

  void field(String name, JsonParser json) throws IOException {
    switch (name) {
      case "type" -> type = Json.textOrEmpty(json);
      case "object" -> event = event(json);
      default -> {}
    }
  }

  private WatchEvent<T> event(JsonParser json) throws IOException {
    return switch (type) {
      case "ADDED", "MODIFIED" -> {
        ApiObject<T> object = reader.read(json);
        yield object == null ? new WatchEvent.Unknown<>() : new WatchEvent.Changed<>(object);
      }
      case "DELETED" -> {
        ApiObject<T> object = reader.read(json);
        yield object == null ? new WatchEvent.Unknown<>() : new WatchEvent.Deleted<>(object);
      }
      case "BOOKMARK" -> new WatchEvent.Bookmark<>(version(json));
      case "ERROR" -> new WatchEvent.Failed<>(ApiStatus.read(json));
      case "" -> throw new IOException("an event that does not begin with its type");
      default -> new WatchEvent.Unknown<>();
    };
  }

  private static String version(JsonParser json) throws IOException {
    Metadata metadata = Metadata.bare();
    Json.object(
        json,
        (name, value) -> {
          if (name.equals("metadata")) {
            metadata.read(value);
          }
        });
    return metadata.version();
  }
}
