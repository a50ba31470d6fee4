/**
 * The edge to a Kubernetes API server: what it knows becomes a {@link
 * dev.starling.speaker.kube.model.Snapshot} after each change that counts. Only here is fabric8
 * seen. Holds no policy: what a snapshot means is for {@code kube.model} to say.
 */
@NullMarked
package dev.starling.speaker.kube;

import org.jspecify.annotations.NullMarked;
