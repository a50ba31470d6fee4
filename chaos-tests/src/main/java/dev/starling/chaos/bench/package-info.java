/**
 * The bench: several products, each of them the same faults in the same network with the same
 * client. Knows a product only through its shell file; needs root and Linux.
 */
@NullMarked
package dev.starling.chaos.bench;

import org.jspecify.annotations.NullMarked;
