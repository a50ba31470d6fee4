package dev.starling.speaker.cli;

/** Ends a command with exit code 1; the message is one line: what failed, and what to do. */
final class Failure extends RuntimeException {
  Failure(String message) {
    super(message);
  }
}
