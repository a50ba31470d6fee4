package dev.starling.speaker.cli;

/** The speaker itself, as the command {@code starling speaker} starts it. */
public interface SpeakerProcess {
  /** Runs until it is told to end, and returns the exit code. */
  int run(SpeakerOptions options);
}
