/**
 * What a Kubernetes cluster wants announced: the parts of its objects that are used, and {@link
 * dev.starling.speaker.kube.model.Resolver}, which turns all of them into an announcement or a
 * named reason for each Service. The rules are those of MetalLB's speaker, so that a cluster can
 * change speakers without moving an IP. Pure: whoever watches the API server hands the objects in,
 * and who is alive or has which link is the core's to know.
 */
@NullMarked
package dev.starling.speaker.kube.model;

import org.jspecify.annotations.NullMarked;
