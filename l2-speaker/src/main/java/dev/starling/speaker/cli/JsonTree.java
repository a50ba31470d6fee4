package dev.starling.speaker.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that is read without classes of its own: a missing field is empty, whatever form it
 * was to have. That is how a newer client reads an older speaker.
 */
final class JsonTree {
  private final Map<String, @Nullable Object> fields;

  private JsonTree(Map<String, @Nullable Object> fields) {
    this.fields = fields;
  }

  /** Reads one object. */
  static JsonTree read(byte[] json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return value(parser) instanceof JsonTree tree ? tree : new JsonTree(Map.of());
    }
  }

  /** A text, number or flag as text; empty if null or missing. */
  String text(String name) {
    Object value = fields.get(name);
    return value == null ? "" : value.toString();
  }

  /** A flag; false if missing. */
  boolean flag(String name) {
    return Boolean.TRUE.equals(fields.get(name));
  }

  /** A number; 0 if missing. */
  double number(String name) {
    return fields.get(name) instanceof Number number ? number.doubleValue() : 0;
  }

  /** An object; an empty one if null or missing. */
  JsonTree object(String name) {
    return fields.get(name) instanceof JsonTree tree ? tree : new JsonTree(Map.of());
  }

  /** The objects of a list. */
  List<JsonTree> objects(String name) {
    List<JsonTree> objects = new ArrayList<>();
    for (Object item : items(name)) {
      if (item instanceof JsonTree tree) {
        objects.add(tree);
      }
    }
    return objects;
  }

  /** The elements of a list, as text. */
  List<String> texts(String name) {
    return items(name).stream().map(String::valueOf).toList();
  }

  /** The names of the fields, in order. */
  List<String> names() {
    return List.copyOf(fields.keySet());
  }

  @Override
  public String toString() {
    return fields.toString();
  }

  private List<?> items(String name) {
    return fields.get(name) instanceof List<?> list ? list : List.of();
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, value(parser));
        }
        yield new JsonTree(fields);
      }
      case START_ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(parser));
        }
        yield items;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null, default -> throw new IOException("not JSON");
    };
  }
}
