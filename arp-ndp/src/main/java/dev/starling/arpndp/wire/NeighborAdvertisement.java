package dev.starling.arpndp.wire;

import java.net.Inet6Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A neighbour advertisement with its frame's header (RFC 4861 section 4.4). Traffic class, flow
 * label and reserved bits are not kept: receivers ignore them.
 *
 * @param flags what the advertisement says of itself
 * @param target whose MAC address is told
 */
public record NeighborAdvertisement(
    Ethernet ethernet,
    Inet6Address source,
    Inet6Address destination,
    Flags flags,
    Inet6Address target,
    List<NdpOption> options) {

  /** ICMPv6 type. */
  public static final int TYPE = 136;

  /** The R flag on the wire. */
  public static final int ROUTER = 0x80;

  /** The S flag on the wire. */
  public static final int SOLICITED = 0x40;

  /** The O flag on the wire. */
  public static final int OVERRIDE = 0x20;

  /**
   * The flags R, S and O.
   *
   * @param router the sender forwards packets
   * @param solicited it answers a solicitation
   * @param override a remembered MAC address that differs shall be replaced
   */
  public record Flags(boolean router, boolean solicited, boolean override) {
    private static Flags of(int bits) {
      return new Flags((bits & ROUTER) != 0, (bits & SOLICITED) != 0, (bits & OVERRIDE) != 0);
    }

    private int bits() {
      return (router ? ROUTER : 0) | (solicited ? SOLICITED : 0) | (override ? OVERRIDE : 0);
    }
  }

  /** Refuses what {@link #parse} would refuse. */
  public NeighborAdvertisement {
    options = List.copyOf(options);
    Icmpv6.requireValid(options);
    if (source.isMulticastAddress() || target.isMulticastAddress()) {
      throw new IllegalArgumentException("source and target are no groups");
    }
    if (flags.solicited() && destination.isMulticastAddress()) {
      throw new IllegalArgumentException("a group has not solicited");
    }
  }

  /** What keeps a frame from being an advertisement, or null. Allocates nothing. */
  public static @Nullable Malformed faultOf(byte[] frame, int length) {
    Malformed fault = Icmpv6.faultOf(frame, length, TYPE);
    if (fault != null) {
      return fault;
    }
    int ip = Ethernet.payloadOffset(frame);
    boolean solicited = (Octets.u8(frame, ip + Icmpv6.FLAGS) & SOLICITED) != 0;
    boolean toGroup = IpAddresses.isMulticast(Octets.i64(frame, ip + Icmpv6.DESTINATION));
    return solicited && toGroup ? Malformed.SOLICITED_TO_GROUP : null;
  }

  /** The advertisement in the first {@code length} bytes of {@code frame}. */
  public static Parsed<NeighborAdvertisement> parse(byte[] frame, int length) {
    Malformed fault = faultOf(frame, Math.min(length, frame.length));
    if (fault != null) {
      return new Parsed.Bad<>(fault);
    }
    int ip = Ethernet.payloadOffset(frame);
    return new Parsed.Ok<>(
        new NeighborAdvertisement(
            Ethernet.read(frame),
            IpAddresses.ipv6(frame, ip + Icmpv6.SOURCE),
            IpAddresses.ipv6(frame, ip + Icmpv6.DESTINATION),
            Flags.of(Octets.u8(frame, ip + Icmpv6.FLAGS)),
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
    out[ip + Icmpv6.FLAGS] = (byte) flags.bits();
    System.arraycopy(target.getAddress(), 0, out, ip + Icmpv6.TARGET, 16);
    Icmpv6.writeOptions(out, ip, options);
    Icmpv6.seal(out, ip);
    return out;
  }
}
