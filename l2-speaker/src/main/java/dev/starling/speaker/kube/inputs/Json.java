package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as it streams in. Each method is handed a parser on the first token of a value and
 * leaves it on the last one of it. A value of another type than the one asked for reads as missing.
 */
public final class Json {
  private static final int DEPTH = 200;

  /**
   * Of a text, and of the name of a field: {@code managedFields} has names with values in them.
   * etcd takes no object of more than 1.5 MiB, so that none of these is too long to be read.
   */
  private static final int TEXT_LENGTH = 2 << 20;

  private Json() {}

  /**
   * A factory with limits for what an API server sends. Buffers are not kept for the next parser: a
   * Secret may have been in them. Nor are the names of fields: everybody who may label an object
   * could fill the memory with them.
   */
  public static JsonFactory factory() {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(DEPTH)
                .maxNameLength(TEXT_LENGTH)
                .maxStringLength(TEXT_LENGTH)
                .build())
        .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .build();
  }

  /** Takes in one field of an object. What it does not read of the value is skipped. */
  @FunctionalInterface
  interface Field {
    void read(String name, JsonParser json) throws IOException;
  }

  /** Reads one element of a list; null for one to be left out. */
  @FunctionalInterface
  interface Element<T> {
    @Nullable T read(JsonParser json) throws IOException;
  }

  /** Hands on each field of an object. */
  static void object(JsonParser json, Field field) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      field.read(name, json);
      json.skipChildren();
    }
  }

  /** The elements of a list that are what {@code element} wants. */
  static <T> List<T> list(JsonParser json, Element<T> element) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      json.skipChildren();
      return List.of();
    }
    List<T> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == null) {
        throw new IOException("a list that does not end");
      }
      T read = element.read(json);
      json.skipChildren();
      if (read != null) {
        list.add(read);
      }
    }
    return list;
  }

  /** The texts of a list. */
  static List<String> texts(JsonParser json) throws IOException {
    return list(json, Json::text);
  }

  /** The entries of a map of texts whose key is wanted. */
  static SortedMap<String, String> map(JsonParser json, Predicate<String> wanted)
      throws IOException {
    SortedMap<String, String> map = new TreeMap<>();
    object(
        json,
        (name, value) -> {
          String text = wanted.test(name) ? text(value) : null;
          if (text != null) {
            map.put(name, text);
          }
        });
    return map.isEmpty() ? Collections.emptySortedMap() : map;
  }

  static @Nullable String text(JsonParser json) throws IOException {
    return json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : null;
  }

  static String textOrEmpty(JsonParser json) throws IOException {
    String text = text(json);
    return text == null ? "" : text;
  }

  static @Nullable Boolean truth(JsonParser json) {
    return switch (json.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> null;
    };
  }

  /** A whole number, or {@code otherwise} for what is none or too large. */
  static int number(JsonParser json, int otherwise) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return otherwise;
    }
    long value =
        json.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? 0 : json.getLongValue();
    return value == (int) value ? (int) value : otherwise;
  }
}
