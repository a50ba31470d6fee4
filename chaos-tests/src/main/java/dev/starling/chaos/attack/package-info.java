/**
 * A stranger on the segment: what it overhears, what it forges, and what the speakers count of it.
 * Knows the wire format from the outside only, apart from the speaker's own code.
 */
@NullMarked
package dev.starling.chaos.attack;

import org.jspecify.annotations.NullMarked;
