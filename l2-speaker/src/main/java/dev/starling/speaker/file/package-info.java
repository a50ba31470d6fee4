/**
 * The files as the source of configuration and keys: notices changes, takes a good one as a whole,
 * refuses a bad one as a whole. Reads files; has no thread and no clock of its own.
 */
@NullMarked
package dev.starling.speaker.file;

import org.jspecify.annotations.NullMarked;
