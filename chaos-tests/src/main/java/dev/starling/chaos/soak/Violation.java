package dev.starling.chaos.soak;

/** Something that must hold all the time did not. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With what was seen. */
  public Violation(String message) {
    super(message);
  }
}
