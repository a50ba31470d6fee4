package dev.starling.arpndp.link;

/** Judges the frames of a link, on its capture thread; must not wait. */
@FunctionalInterface
public interface FrameHandler {
  /**
   * Judges the first {@code length} bytes of {@code frame}.
   *
   * @param out where the answer goes: {@link #ANSWER_BUFFER} bytes
   * @return the answer's length, or less than 1 for no answer
   */
  int respond(byte[] frame, int length, byte[] out);

  /** How many bytes an answer may have. */
  int ANSWER_BUFFER = 128;
}
