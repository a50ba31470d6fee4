package dev.starling.chaos.observe;

import java.util.Optional;

/**
 * One question of the client to a service IP.
 *
 * @param sentNanos when it was sent
 * @param answer the reply, or empty if none has come
 */
public record Probe(long sentNanos, Optional<Answer> answer) {
  /**
   * The reply.
   *
   * @param node the node that gave it
   * @param nanos when the client had it
   */
  public record Answer(String node, long nanos) {}
}
