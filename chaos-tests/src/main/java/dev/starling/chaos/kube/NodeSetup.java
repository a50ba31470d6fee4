package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Namespace;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node is made of.
 *
 * @param name of the Node object
 * @param namespace whose network is the node's, so that a Pod with {@code hostNetwork} has its
 *     cards
 * @param addresses the node's addresses there: the IPv4 address, from which it reaches
 *     kube-apiserver, and then the IPv6 address if it has one
 * @param podRanges the ranges of its Pods' addresses, of the same families; routes to those of
 *     other nodes are the caller's business
 * @param proxy whether kube-proxy runs, which needs a route to the addresses of Services
 * @param images archives to import at the first boot; one of them is {@link Images#PAUSE}
 */
public record NodeSetup(
    String name,
    Namespace namespace,
    List<String> addresses,
    List<String> podRanges,
    boolean proxy,
    List<Path> images) {
  /** Copies the lists. */
  public NodeSetup {
    addresses = List.copyOf(addresses);
    podRanges = List.copyOf(podRanges);
    images = List.copyOf(images);
  }
}
