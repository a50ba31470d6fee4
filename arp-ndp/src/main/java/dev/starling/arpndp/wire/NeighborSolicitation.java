package dev.starling.arpndp.wire;

import java.net.Inet6Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A neighbour solicitation with its frame's header (RFC 4861 section 4.3). Traffic class, flow
 * label and reserved bits are not kept: receivers ignore them.
 *
 * @param source :: in a probe for duplicate addresses (RFC 4862 section 5.4)
 * @param destination the target, or its solicited-node group
 * @param target whose MAC address is asked for
 */
public record NeighborSolicitation(
    Ethernet ethernet,
    Inet6Address source,
    Inet6Address destination,
    Inet6Address target,
    List<NdpOption> options) {

  /** ICMPv6 type. */
  public static final int TYPE = 135;

  /** Refuses what {@link #parse} would refuse. */
  public NeighborSolicitation {
    options = List.copyOf(options);
    Icmpv6.requireValid(options);
    if (source.isMulticastAddress() || target.isMulticastAddress()) {
      throw new IllegalArgumentException("source and target are no groups");
    }
    boolean named = options.stream().anyMatch(o -> o.type() == NdpOption.SOURCE_LINK_LAYER);
    byte[] to = destination.getAddress();
    boolean toGroup = IpAddresses.isSolicitedNodeGroup(Octets.i64(to, 0), Octets.i64(to, 8));
    if (source.isAnyLocalAddress() && (named || !toGroup)) {
      throw new IllegalArgumentException("a probe goes to a group and names no MAC address");
    }
  }

  /** What keeps a frame from being a solicitation, or null. Allocates nothing. */
  public static @Nullable Malformed faultOf(byte[] frame, int length) {
    Malformed fault = Icmpv6.faultOf(frame, length, TYPE);
    if (fault != null) {
      return fault;
    }
    int ip = Ethernet.payloadOffset(frame);
    if ((Octets.i64(frame, ip + Icmpv6.SOURCE) | Octets.i64(frame, ip + Icmpv6.SOURCE + 8)) != 0) {
      return null;
    }
    long high = Octets.i64(frame, ip + Icmpv6.DESTINATION);
    long low = Octets.i64(frame, ip + Icmpv6.DESTINATION + 8);
    if (!IpAddresses.isSolicitedNodeGroup(high, low)) {
      return Malformed.PROBE_NOT_TO_GROUP;
    }
    long mac = Icmpv6.linkLayerOption(frame, ip, NdpOption.SOURCE_LINK_LAYER);
    return mac == Icmpv6.ABSENT ? null : Malformed.PROBE_WITH_LINK_LAYER_ADDRESS;
  }

  /** The solicitation in the first {@code length} bytes of {@code frame}. */
  public static Parsed<NeighborSolicitation> parse(byte[] frame, int length) {
    Malformed fault = faultOf(frame, Math.min(length, frame.length));
    if (fault != null) {
      return new Parsed.Bad<>(fault);
    }
    int ip = Ethernet.payloadOffset(frame);
    return new Parsed.Ok<>(
        new NeighborSolicitation(
            Ethernet.read(frame),
            IpAddresses.ipv6(frame, ip + Icmpv6.SOURCE),
            IpAddresses.ipv6(frame, ip + Icmpv6.DESTINATION),
            IpAddresses.ipv6(frame, ip + Icmpv6.TARGET),
            Icmpv6.options(frame, ip)));
  }

  /** The frame, untagged. */
  public byte[] encode() {
    int ip = Ethernet.HEADER;
    int payload = Icmpv6.payloadLength(options);
    byte[] out = new byte[ip + Icmpv6.TYPE + payload];
    Ethernet.write(out, ethernet.destination().value(), ethernet.source().value(), Ethernet.IPV6);
    Icmpv6.writeHeader(out, ip, payload, TYPE);
    System.arraycopy(source.getAddress(), 0, out, ip + Icmpv6.SOURCE, 16);
    System.arraycopy(destination.getAddress(), 0, out, ip + Icmpv6.DESTINATION, 16);
    System.arraycopy(target.getAddress(), 0, out, ip + Icmpv6.TARGET, 16);
    Icmpv6.writeOptions(out, ip, options);
    Icmpv6.seal(out, ip);
    return out;
  }
}
