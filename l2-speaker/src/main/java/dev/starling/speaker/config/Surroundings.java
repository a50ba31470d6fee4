package dev.starling.speaker.config;

import org.jspecify.annotations.Nullable;

/**
 * What the host says where a settings file says nothing, so that one file can serve many nodes.
 *
 * @param node the node's name
 * @param bind the node's address, as text that nobody has checked, or null
 * @param namespace the Kubernetes namespace that the speaker runs in, or null
 */
public record Surroundings(String node, @Nullable String bind, @Nullable String namespace) {
  /** Those of a host that says its name alone. */
  public static Surroundings named(String node) {
    return new Surroundings(node, null, null);
  }
}
