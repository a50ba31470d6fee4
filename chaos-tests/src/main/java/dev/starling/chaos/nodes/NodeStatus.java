package dev.starling.chaos.nodes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a speaker says of itself on {@code /status}, as far as the lab uses it. This is the one
 * place that knows the names in it.
 *
 * @param state the speaker's state, in capitals
 * @param epoch the view, or empty
 * @param members the nodes of the view, oldest first
 * @param ips each service IP
 * @param newestKey the newest key that this speaker holds
 */
public record NodeStatus(
    String state, String epoch, List<String> members, SortedMap<String, Ip> ips, Key newestKey) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * One service IP as this speaker sees it.
   *
   * @param owner the owner's node, or empty
   * @param answering whether this speaker would answer for it now
   */
  public record Ip(String owner, boolean answering) {}

  /**
   * A key as this speaker sees it.
   *
   * @param id its name, or empty
   * @param heldByAll whether every member is known to hold it
   */
  public record Key(String id, boolean heldByAll) {}

  /** Reads a status page; empty if it is none. */
  public static Optional<NodeStatus> parse(String text) {
    try {
      JsonNode page = MAPPER.readTree(text);
      JsonNode state = page.path("state").path("name");
      if (!state.isTextual()) {
        return Optional.empty();
      }
      List<String> members = new ArrayList<>();
      page.path("view").path("members").forEach(m -> members.add(m.path("node").asText()));
      SortedMap<String, Ip> ips = new TreeMap<>();
      page.path("ips")
          .forEach(
              ip ->
                  ips.put(
                      ip.path("ip").asText(),
                      new Ip(ip.path("owner").asText(""), ip.path("answering").asBoolean())));
      return Optional.of(
          new NodeStatus(
              state.asText(),
              page.path("view").path("epoch").asText(""),
              List.copyOf(members),
              ips,
              newestKey(page.path("membership").path("keys"))));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static Key newestKey(JsonNode keys) {
    for (JsonNode key : keys) {
      if (key.path("newest").asBoolean()) {
        return new Key(key.path("id").asText(""), key.path("laggards").isEmpty());
      }
    }
    return new Key("", false);
  }

  /** Whether it is at work as a member, also while it hands over. */
  public boolean isServing() {
    return state.equals("ACTIVE") || state.equals("DRAINING");
  }

  /** The owner of {@code ip}, or empty. */
  public String ownerOf(String ip) {
    Ip found = ips.get(ip);
    return found == null ? "" : found.owner();
  }

  /** Whether this speaker answers for {@code ip}. */
  public boolean answersFor(String ip) {
    Ip found = ips.get(ip);
    return found != null && found.answering();
  }
}
