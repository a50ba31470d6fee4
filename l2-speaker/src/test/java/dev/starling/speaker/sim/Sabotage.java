package dev.starling.speaker.sim;

/** Breaks the product on purpose, to see whether the invariants notice. */
enum Sabotage {
  NONE("nothing"),
  IGNORE_PERMIT("two answer for the unique"),
  ANSWER_AT_ONCE("claims before it has settled"),
  KEEP_ANSWERS_AFTER_RELEASE("two answer for the unique"),
  IGNORE_MAJORITY("two answer for the unique"),
  NEVER_CLAIM("in peace [] answer"),
  NEVER_YIELD("two answer in one segment"),
  NO_WITNESS("two answer for"),
  BREAK_BEFORE_MAKE("nobody answers"),
  DIFFERENT_PLAN("two answer in one segment"),
  NO_SUCCESSION("two answer for the unique"),
  DEAF_RADAR("two answer in one segment");

  /** What an invariant says of it. */
  final String symptom;

  Sabotage(String symptom) {
    this.symptom = symptom;
  }
}
