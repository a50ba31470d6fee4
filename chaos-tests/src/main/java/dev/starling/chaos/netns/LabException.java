package dev.starling.chaos.netns;

/** The lab cannot go on; the message tells a person what was tried and what was seen last. */
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure that needs no other's explanation. */
  public LabException(String message) {
    super(message);
  }

  /** A failure of the surroundings. */
  public LabException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
