package dev.starling.speaker.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A subcommand. */
interface Command {
  /** What it is called by. */
  String name();

  /** Adds its options, and what its help says. */
  void describe(CommandSpec spec);

  /** Does it, and returns the exit code. */
  int run(ParseResult arguments, Console console);
}
