package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import org.jspecify.annotations.Nullable;

/**
 * A speaker that ought to exist: its node has a Pod for it. It counts for a majority whether or not
 * an address of its is known.
 *
 * @param node its node's name
 * @param ipv4 its node's IPv4 address, or null while none is known
 * @param ipv6 its node's IPv6 address, or null while none is known
 */
public record Peer(String node, @Nullable ServiceIp ipv4, @Nullable ServiceIp ipv6) {
  /** Its node's address of a family, or null while none is known. */
  public @Nullable ServiceIp host(boolean ofIpv6) {
    return ofIpv6 ? ipv6 : ipv4;
  }

  /** The same at {@code host}, as far as its family goes. */
  Peer at(ServiceIp host) {
    return host.isIpv6() ? new Peer(node, ipv4, host) : new Peer(node, host, ipv6);
  }
}
