/**
 * The command {@code starling} and its subcommands. Commands are built without annotations, so that
 * nothing is reflected on at the start, and each one loads only what it needs. Results go to
 * standard output and everything else to standard error; exit codes are 0 for done, 1 for failed
 * and 2 for asked wrongly, bad files included.
 */
@NullMarked
package dev.starling.speaker.cli;

import org.jspecify.annotations.NullMarked;
