/**
 * What one operation of each hot path costs, in time and in bytes: {@code bin/jmh} runs all of it
 * with the options that a speaker has, and prints one table. No test: a figure fails nothing.
 */
@NullMarked
package dev.starling.speaker.bench;

import org.jspecify.annotations.NullMarked;
