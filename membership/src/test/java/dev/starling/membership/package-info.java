/** Tests of the pure types. */
@NullMarked
package dev.starling.membership;

import org.jspecify.annotations.NullMarked;
