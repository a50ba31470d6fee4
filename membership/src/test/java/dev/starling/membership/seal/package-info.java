/** Tests of frames. */
@NullMarked
package dev.starling.membership.seal;

import org.jspecify.annotations.NullMarked;
