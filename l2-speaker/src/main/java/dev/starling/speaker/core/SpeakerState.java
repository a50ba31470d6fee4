package dev.starling.speaker.core;

/** What a speaker as a whole is doing; the word in logs, metrics and the status. */
public enum SpeakerState {
  /** It waits until it knows whom it shares the segment with, and claims nothing. */
  SETTLING,
  /** It may claim what the election gives it. */
  ACTIVE,
  /** It heard a larger group that it is not yet part of, and is silent until both are one. */
  YIELDING,
  /**
   * It is alone, others are expected, and the witness does not answer: its own link is the fault.
   */
  ISOLATED,
  /** Its observers have not confirmed it lately: it was paused, or cannot be heard. */
  LOCAL_STALL,
  /** It hands its IPs over and claims no new ones. */
  DRAINING
}
