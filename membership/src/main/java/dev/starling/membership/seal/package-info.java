/**
 * Frames: one datagram each, sealed on the way out and opened on the way in, without a socket or a
 * clock. Pure.
 */
@NullMarked
package dev.starling.membership.seal;

import org.jspecify.annotations.NullMarked;
