package dev.starling.speaker.kube.plan;

/**
 * This node, as far as a plan depends on it.
 *
 * @param node its name
 * @param observers how many members watch each member at most
 * @param ipv6 the family that the speakers talk over
 */
public record Self(String node, int observers, boolean ipv6) {}
