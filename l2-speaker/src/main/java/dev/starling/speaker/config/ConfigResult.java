package dev.starling.speaker.config;

import java.util.List;

/** What came of reading a file. */
public sealed interface ConfigResult {
  /** The file is good. */
  record Good(SpeakerConfig config) implements ConfigResult {}

  /** The file is not; everything that is wrong with it, at least one fault, in its order. */
  record Bad(List<Fault> faults) implements ConfigResult {
    /** Copies the list. */
    public Bad {
      faults = List.copyOf(faults);
    }
  }
}
