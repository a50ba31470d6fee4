/**
 * The speaker as a process: one thread and one bounded queue around the core, and the edges that
 * post events and perform effects: links, membership, files, signals, HTTP. Holds no policy.
 *
 * <p>Threads: {@code loop} alone touches the core; {@code links} opens and closes captures; {@code
 * groups} joins multicast groups; {@code teller} writes the log; {@code files} reads configuration.
 * The first never waits for the others.
 */
@NullMarked
package dev.starling.speaker.loop;

import org.jspecify.annotations.NullMarked;
