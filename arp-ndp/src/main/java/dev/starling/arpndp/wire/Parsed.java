package dev.starling.arpndp.wire;

/** What a parser made of a frame: a valid message, or the reason why there is none. */
public sealed interface Parsed<T> {
  /** A valid message. */
  record Ok<T>(T value) implements Parsed<T> {}

  /** No message. */
  record Bad<T>(Malformed reason) implements Parsed<T> {}
}
