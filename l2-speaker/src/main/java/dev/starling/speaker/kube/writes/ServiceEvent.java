package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;

/**
 * An Event on a Service.
 *
 * @param service the Service, and {@code uid} its own
 * @param name of the Event; the same in each attempt, so that no attempt makes a second one
 * @param reason the word for machines
 * @param message for people, at most {@link #MESSAGE_LENGTH_MAX} characters
 * @param count how often it has happened
 * @param sinceNanos when it happened first
 */
public record ServiceEvent(
    ObjectName service,
    String uid,
    String name,
    Reason reason,
    String message,
    int count,
    long sinceNanos) {
  /** What the API server takes. */
  public static final int MESSAGE_LENGTH_MAX = 1_024;

  /** What happened. */
  public enum Reason {
    /** Another node is the owner. */
    NODE_ASSIGNED("nodeAssigned", false),
    /** The owner is no longer the owner, and nobody else is. */
    NODE_RELEASED("nodeReleased", false),
    /** Nobody can announce the Service, though somebody should. */
    ANNOUNCE_FAILED("announceFailed", true),
    /** A stranger answers for one of the IPs. */
    ADDRESS_CONFLICT("addressConflict", true);

    private final String text;
    private final boolean warning;

    Reason(String text, boolean warning) {
      this.text = text;
      this.warning = warning;
    }

    /** As the Event has it. */
    public String text() {
      return text;
    }

    /** {@code Warning} or {@code Normal}. */
    public String type() {
      return warning ? "Warning" : "Normal";
    }
  }

  /** Cuts a message that is too long. */
  public ServiceEvent {
    if (message.length() > MESSAGE_LENGTH_MAX) {
      message = message.substring(0, MESSAGE_LENGTH_MAX - 1) + "…";
    }
  }
}
