/**
 * What a speaker writes to the Kubernetes API server, and when: who announces which Service, as
 * {@code ServiceL2Status} objects and Events, and a new key when the old one is due. {@link
 * dev.starling.speaker.kube.writes.Registrar} takes in what this speaker knows and hands out one
 * write after the other; whoever performs it says how it went. Pure: time and the API server's
 * answers come in.
 */
@NullMarked
package dev.starling.speaker.kube.writes;

import org.jspecify.annotations.NullMarked;
