/**
 * Who is dead, and may I still answer: the detector and its lease, without a clock or a socket.
 * Pure.
 */
@NullMarked
package dev.starling.membership.detect;

import org.jspecify.annotations.NullMarked;
