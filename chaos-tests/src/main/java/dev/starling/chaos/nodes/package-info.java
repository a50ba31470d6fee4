/** The speakers of the lab as black boxes: their files, processes, log lines and status pages. */
@NullMarked
package dev.starling.chaos.nodes;

import org.jspecify.annotations.NullMarked;
