package dev.starling.speaker.kube.writes;

/** Why something was not written. */
public enum DropReason {
  /** It was no longer true when its turn came. */
  REVERTED("reverted"),
  /** Something newer about the same took its place. */
  REPLACED("replaced"),
  /** The cluster knew it from before this speaker's start. */
  KNOWN("known"),
  /** Its Service is gone. */
  SERVICE_GONE("service-gone"),
  /** The API server refuses it. */
  REFUSED("refused"),
  /** Too much waits already. */
  QUEUE_FULL("queue-full"),
  /** The speaker ends. */
  CLOSED("closed");

  private final String text;

  DropReason(String text) {
    this.text = text;
  }

  /** The word in metrics. */
  public String text() {
    return text;
  }
}
