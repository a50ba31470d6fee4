package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list of objects.
 *
 * @param version the {@code resourceVersion} of the whole list, the same on each of its pages
 * @param next the token of the next page; empty on the last one
 */
public record ObjectList<T>(List<ApiObject<T>> objects, String version, String next) {
  /** Copies the list. */
  public ObjectList {
    objects = List.copyOf(objects);
  }

  /**
   * Reads a page, to the end of the stream. An answer without {@code items} or without a version is
   * refused, so that some other JSON is not taken for an empty cluster.
   *
   * @throws IOException if the stream breaks off, is no JSON or is no list
   */
  public static <T> ObjectList<T> read(JsonParser json, ObjectReader<T> reader) throws IOException {
    json.nextToken();
    Draft<T> draft = new Draft<>(reader);
    Json.object(json, draft::field);
    List<ApiObject<T>> objects = draft.objects;
    if (objects == null || draft.version.isEmpty() || json.nextToken() != null) {
      throw new IOException("the answer is no list of objects");
    }
    return new ObjectList<>(objects, draft.version, draft.next);
  }

  private static final class Draft<T> {
    private final ObjectReader<T> reader;
    private @Nullable List<ApiObject<T>> objects;
    private String version = "";
    private String next = "";

    Draft(ObjectReader<T> reader) {
      this.reader = reader;
    }

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "items" -> items(json);
        case "metadata" -> Json.object(json, this::metadata);
        default -> {}
      }
    }

    /** The API server writes an empty list as null here and there. */
    private void items(JsonParser json) throws IOException {
      JsonToken token = json.currentToken();
      if (token == JsonToken.START_ARRAY || token == JsonToken.VALUE_NULL) {
        objects = Json.list(json, reader::read);
      }
    }

    private void metadata(String name, JsonParser json) throws IOException {
      switch (name) {
        case "resourceVersion" -> version = Json.textOrEmpty(json);
        case "continue" -> next = Json.textOrEmpty(json);
        default -> {}
      }
    }
  }
}
