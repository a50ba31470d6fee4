/**
 * The whole cluster in one JVM: real speakers and real detectors, a modelled membership protocol, a
 * network and a clock that a seed drives, and the guarantees checked after every event.
 */
@NullMarked
package dev.starling.speaker.sim;

import org.jspecify.annotations.NullMarked;
