/**
 * The whole of it on one machine: a real Kubernetes whose nodes run the speaker's image, as a user
 * installs it, and a client beside it. Looks from outside; knows the speakers by their status pages
 * and logs.
 */
@NullMarked
package dev.starling.chaos.kube.lab;

import org.jspecify.annotations.NullMarked;
