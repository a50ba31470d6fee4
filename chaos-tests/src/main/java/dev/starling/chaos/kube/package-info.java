/**
 * A real Kubernetes on one machine: etcd and kube-apiserver, and on demand the controllers and
 * nodes. Knows programs, files and namespaces; nothing of the speaker.
 */
@NullMarked
package dev.starling.chaos.kube;

import org.jspecify.annotations.NullMarked;
