/**
 * Turns what a Kubernetes cluster wants announced into the core's plan. Pure: uses the core, the
 * election and {@code kube.model}, and nothing of the surroundings.
 */
@NullMarked
package dev.starling.speaker.kube.plan;

import org.jspecify.annotations.NullMarked;
