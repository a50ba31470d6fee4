/**
 * Performs the writes of {@code kube.writes}: one thread that nobody waits for, one request after
 * the other, and what its answer means. How a request reaches the server is for {@link
 * dev.starling.speaker.kube.writer.ApiCalls} to say, so that fabric8 is not seen here. Edge.
 */
@NullMarked
package dev.starling.speaker.kube.writer;

import org.jspecify.annotations.NullMarked;
