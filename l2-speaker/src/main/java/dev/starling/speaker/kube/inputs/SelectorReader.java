package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.starling.speaker.kube.model.LabelSelector;
import dev.starling.speaker.kube.model.LabelSelector.Requirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * Reads the API's {@code LabelSelector}. A part of the wrong type becomes a requirement that the
 * model refuses: left out it would let the selector choose more than was meant.
 */
final class SelectorReader {
  private static final Requirement UNREADABLE = new Requirement("", "", List.of());

  private SortedMap<String, String> labels = Collections.emptySortedMap();
  private final List<Requirement> expressions = new ArrayList<>();

  private SelectorReader() {}

  static LabelSelector read(JsonParser json) throws IOException {
    SelectorReader reader = new SelectorReader();
    if (json.currentToken() == JsonToken.START_OBJECT) {
      Json.object(json, reader::field);
    } else {
      reader.expressions.add(UNREADABLE);
    }
    return new LabelSelector(reader.labels, reader.expressions);
  }

  private void field(String name, JsonParser json) throws IOException {
    boolean missing = json.currentToken() == JsonToken.VALUE_NULL;
    switch (name) {
      case "matchLabels" -> {
        if (json.currentToken() == JsonToken.START_OBJECT) {
          readLabels(json);
        } else if (!missing) {
          expressions.add(UNREADABLE);
        }
      }
      case "matchExpressions" -> {
        if (json.currentToken() == JsonToken.START_ARRAY) {
          expressions.addAll(Json.list(json, SelectorReader::requirement));
        } else if (!missing) {
          expressions.add(UNREADABLE);
        }
      }
      default -> {}
    }
  }

  private void readLabels(JsonParser json) throws IOException {
    int[] fields = {0};
    labels =
        Json.map(
            json,
            _ -> {
              fields[0]++;
              return true;
            });
    if (labels.size() < fields[0]) {
      expressions.add(UNREADABLE);
    }
  }

  private static Requirement requirement(JsonParser json) throws IOException {
    String[] keyAndOperator = {"", ""};
    List<String> values = new ArrayList<>();
    Json.object(
        json,
        (name, value) -> {
          switch (name) {
            case "key" -> keyAndOperator[0] = Json.textOrEmpty(value);
            case "operator" -> keyAndOperator[1] = Json.textOrEmpty(value);
            case "values" -> values.addAll(Json.texts(value));
            default -> {}
          }
        });
    return new Requirement(keyAndOperator[0], keyAndOperator[1], values);
  }
}
