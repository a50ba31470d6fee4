/** What the observations mean: phases, lost probes, medians, the report. No clock and no I/O. */
@NullMarked
package dev.starling.chaos.measure;

import org.jspecify.annotations.NullMarked;
