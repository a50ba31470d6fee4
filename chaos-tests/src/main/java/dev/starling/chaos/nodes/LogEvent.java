package dev.starling.chaos.nodes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One line of a speaker's JSON log. This is the one place that knows the names in it.
 *
 * @param nanos when it happened, on the clock of {@link System#nanoTime}, which all processes of a
 *     Linux machine share
 * @param name what happened
 * @param fields the whole line
 */
public record LogEvent(long nanos, String name, JsonNode fields) {
  private static final String SUSPECTED = "suspected";
  private static final String VIEW_INSTALLED = "view-installed";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Reads a line; empty for lines that are not events, as the JVM's own. */
  public static Optional<LogEvent> parse(String line) {
    if (!line.startsWith("{")) {
      return Optional.empty();
    }
    try {
      JsonNode fields = MAPPER.readTree(line);
      if (!fields.path("event").isTextual() || !fields.path("nanos").isIntegralNumber()) {
        return Optional.empty();
      }
      return Optional.of(
          new LogEvent(fields.get("nanos").longValue(), fields.get("event").textValue(), fields));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Whether enough observers reported {@code node}. */
  public boolean suspects(String node) {
    return name.equals(SUSPECTED) && fields.path("node").asText().equals(node);
  }

  /** Whether a view without {@code node} came into force. */
  public boolean installsViewWithout(String node) {
    return name.equals(VIEW_INSTALLED) && !members().contains(node);
  }

  /** The members of the view that came into force. */
  public List<String> members() {
    List<String> members = new ArrayList<>();
    fields.path("members").forEach(member -> members.add(member.asText()));
    return members;
  }
}
