package dev.starling.speaker.log;

/** How a line of the log looks. */
public enum LogFormat {
  /** For people: time, level, message. */
  TEXT,
  /** For machines: one JSON object a line; see the package's description. */
  JSON
}
