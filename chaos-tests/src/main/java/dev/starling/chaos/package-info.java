/**
 * The lab: real speakers in network namespaces of one machine, faults into the owner, and observers
 * on the wire that share no code with the speakers. Needs root and Linux.
 */
@NullMarked
package dev.starling.chaos;

import org.jspecify.annotations.NullMarked;
