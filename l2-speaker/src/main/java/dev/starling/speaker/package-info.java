/** The speaker: the pure core, the loop around it, and its edges. */
@NullMarked
package dev.starling.speaker;

import org.jspecify.annotations.NullMarked;
