package dev.starling.election;

import org.junit.jupiter.api.RepetitionInfo;

/** The seed of a repeated test: its number, or what {@code -Dseed} says. */
final class Seeds {
  private Seeds() {}

  static long of(RepetitionInfo repetition) {
    return Long.getLong("seed", repetition.getCurrentRepetition());
  }
}
