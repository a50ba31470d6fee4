/**
 * What a speaker counts and measures, for Prometheus. The only package that sees Micrometer. The
 * names are part of the interface: {@link dev.starling.speaker.metrics.Metrics} is their table.
 */
@NullMarked
package dev.starling.speaker.metrics;

import org.jspecify.annotations.NullMarked;
