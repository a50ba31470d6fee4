package dev.starling.speaker.cli;

import java.io.PrintWriter;

/** Where a command writes: its result to {@code out}, everything else to {@code err}. */
public record Console(PrintWriter out, PrintWriter err) {}
