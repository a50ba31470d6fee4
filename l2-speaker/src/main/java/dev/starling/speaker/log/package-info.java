/**
 * What a person reads: one line for each note of the core, and how lines are written. The only
 * package that sees logback. No policy, no file but the standard error stream.
 *
 * <p>A failover reads as one story: suspected, view, claimed (one line for each IP, the first few),
 * and a last line with every phase in milliseconds.
 *
 * <p>In JSON each line is an object: {@code time} (ISO 8601, milliseconds, UTC), {@code level},
 * {@code logger}, {@code event} (the note's name, such as {@code state-changed}; only on notes),
 * {@code message}, {@code nanos} (the monotonic clock; only on notes), then the note's own fields,
 * flat, and {@code error} with a stack trace where there is one.
 */
@NullMarked
package dev.starling.speaker.log;

import org.jspecify.annotations.NullMarked;
