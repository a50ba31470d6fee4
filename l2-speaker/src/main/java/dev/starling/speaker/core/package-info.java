/**
 * What a speaker decides: events in, effects out, and no clock, thread or socket. Translates
 * between election, membership and arp-ndp, which do not know one another. Pure.
 */
@NullMarked
package dev.starling.speaker.core;

import org.jspecify.annotations.NullMarked;
