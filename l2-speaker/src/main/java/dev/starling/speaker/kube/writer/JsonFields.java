package dev.starling.speaker.kube.writer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a JSON object and of those in it. What is no text, list or object reads as missing,
 * and so does what is never used: who manages which field, and the content of a Secret.
 */
final class JsonFields {
  private static final Set<String> LEFT_OUT = Set.of("managedFields", "data", "stringData");

  /** Without any field. */
  static final JsonFields NONE = new JsonFields(Map.of());

  private final Map<String, Object> fields;

  private JsonFields(Map<String, Object> fields) {
    this.fields = fields;
  }

  /**
   * Reads the value that the parser is on, and leaves it at the end of it.
   *
   * @throws IOException if it breaks off or is no JSON
   */
  static JsonFields read(JsonParser json) throws IOException {
    return json.currentToken() == JsonToken.START_OBJECT ? new JsonFields(map(json)) : NONE;
  }

  private static Map<String, Object> map(JsonParser json) throws IOException {
    Map<String, Object> map = new TreeMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      Object value = LEFT_OUT.contains(name) ? null : value(json);
      json.skipChildren();
      if (value != null) {
        map.put(name, value);
      }
    }
    return map;
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> new JsonFields(map(json));
      case START_ARRAY -> list(json);
      case VALUE_STRING -> json.getText();
      case null, default -> null;
    };
  }

  private static List<Object> list(JsonParser json) throws IOException {
    List<Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == null) {
        throw new IOException("a list that does not end");
      }
      Object value = value(json);
      if (value != null) {
        list.add(value);
      }
    }
    return list;
  }

  /** The text of a field, or empty. */
  String text(String name) {
    return fields.get(name) instanceof String text ? text : "";
  }

  /** The object of a field, or one without fields. */
  JsonFields object(String name) {
    return fields.get(name) instanceof JsonFields object ? object : NONE;
  }

  /** The objects in the list of a field. */
  List<JsonFields> objects(String name) {
    List<JsonFields> objects = new ArrayList<>();
    if (fields.get(name) instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof JsonFields object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }
}
