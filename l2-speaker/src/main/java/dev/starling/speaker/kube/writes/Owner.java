package dev.starling.speaker.kube.writes;

/** Who announces a Service. */
public sealed interface Owner {
  /**
   * A node announces it.
   *
   * @param name the node's name
   * @param cause in few words what made it the owner; empty where that is not known here
   * @param previous the node that was the owner before; empty where that is not known here
   */
  record Node(String name, String cause, String previous) implements Owner {}

  /**
   * Nobody announces it.
   *
   * @param why in few words
   * @param failure whether that is a fault that a person should mend, rather than what the objects
   *     say: nodes are meant to announce it, and none of them has a usable interface
   */
  record Nobody(String why, boolean failure) implements Owner {}

  /** Whether both mean the same, whatever has led to it. */
  default boolean isSameAs(Owner other) {
    return switch (this) {
      case Node(String name, _, _) -> other instanceof Node node && node.name().equals(name);
      case Nobody nobody -> nobody.equals(other);
    };
  }

  /** Whether it is the node {@code name}. */
  default boolean is(String name) {
    return this instanceof Node node && node.name().equals(name);
  }
}
