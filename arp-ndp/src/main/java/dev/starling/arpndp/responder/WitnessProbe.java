package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborSolicitation;
import dev.starling.arpndp.wire.Octets;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The question to a witness whose answer proves that a link works in both directions. */
public final class WitnessProbe {
  private WitnessProbe() {}

  /**
   * The frame that asks for {@code witness}. For IPv4 it comes from the link's own address that is
   * most like the witness's, or is an RFC 5227 probe where there is none. For IPv6 it needs an own
   * address, link-local for a link-local witness: a question from :: would look like a duplicate.
   *
   * @param own the addresses of the link itself, never service IPs
   */
  public static Optional<byte[]> frame(
      InetAddress witness, MacAddress mac, Collection<? extends InetAddress> own) {
    return switch (witness) {
      case Inet4Address v4 -> Optional.of(request(v4, mac, own));
      case Inet6Address v6 ->
          own.stream()
              .filter(Inet6Address.class::isInstance)
              .map(Inet6Address.class::cast)
              .filter(a -> a.isLinkLocalAddress() || !v6.isLinkLocalAddress())
              .max(likest(v6))
              .map(source -> solicitation(v6, mac, source));
      default -> Optional.empty();
    };
  }

  private static byte[] request(
      Inet4Address witness, MacAddress mac, Collection<? extends InetAddress> own) {
    Inet4Address source =
        own.stream()
            .filter(Inet4Address.class::isInstance)
            .map(Inet4Address.class::cast)
            .max(likest(witness))
            .orElseGet(() -> IpAddresses.ipv4(new byte[4], 0));
    return new ArpPacket(
            new Ethernet(MacAddress.BROADCAST, mac),
            ArpPacket.Operation.REQUEST,
            mac,
            source,
            MacAddress.ZERO,
            witness)
        .encode();
  }

  private static byte[] solicitation(Inet6Address witness, MacAddress mac, Inet6Address source) {
    Inet6Address group = IpAddresses.solicitedNodeGroup(witness);
    long groupMac = IpAddresses.multicastMac(Octets.i64(group.getAddress(), 8));
    return new NeighborSolicitation(
            new Ethernet(new MacAddress(groupMac), mac),
            source,
            group,
            witness,
            List.of(NdpOption.linkLayer(NdpOption.SOURCE_LINK_LAYER, mac)))
        .encode();
  }

  private static Comparator<InetAddress> likest(InetAddress witness) {
    return Comparator.comparingInt(address -> commonBits(address, witness));
  }

  private static int commonBits(InetAddress a, InetAddress b) {
    byte[] left = a.getAddress();
    byte[] right = b.getAddress();
    for (int i = 0; i < left.length; i++) {
      int differing = (left[i] ^ right[i]) & 0xff;
      if (differing != 0) {
        return 8 * i + Integer.numberOfLeadingZeros(differing) - 24;
      }
    }
    return 8 * left.length;
  }
}
