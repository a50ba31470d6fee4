package dev.starling.speaker.sim;

/** Breaks the product on purpose, to see whether the invariants notice. */
enum Sabotage {
  NONE,
  IGNORE_PERMIT,
  ANSWER_AT_ONCE,
  KEEP_ANSWERS_AFTER_RELEASE,
  IGNORE_MAJORITY,
  NEVER_CLAIM,
  NEVER_YIELD,
  NO_WITNESS,
  BREAK_BEFORE_MAKE,
  DIFFERENT_PLAN,
  DEAF_RADAR
}
