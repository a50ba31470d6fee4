package dev.starling.speaker.kube.writes;

/** What is written, the most urgent first. */
public enum WriteKind {
  /** {@code ServiceL2Status} objects. */
  STATUS("status"),
  /** Events on Services. */
  EVENT("event"),
  /** The Secret with the key. */
  KEY("key");

  private final String text;

  WriteKind(String text) {
    this.text = text;
  }

  /** The word in metrics and logs. */
  public String text() {
    return text;
  }
}
