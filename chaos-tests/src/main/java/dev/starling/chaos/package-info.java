/** The lab: real speakers in network namespaces, faults, and observers on the wire. */
@NullMarked
package dev.starling.chaos;

import org.jspecify.annotations.NullMarked;
