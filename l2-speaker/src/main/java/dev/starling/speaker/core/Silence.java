package dev.starling.speaker.core;

/** Why nobody on this side claims an IP, although there may be candidates. */
public enum Silence {
  /** No node passed the election's filters. */
  NO_CANDIDATE,
  /** The policy is {@code unique} and the view lacks a majority of the expected speakers. */
  NO_MAJORITY,
  /** See {@link SpeakerState#ISOLATED}. */
  ISOLATED,
  /** See {@link SpeakerState#YIELDING}. */
  YIELDING,
  /** See {@link SpeakerState#SETTLING}. */
  SETTLING
}
