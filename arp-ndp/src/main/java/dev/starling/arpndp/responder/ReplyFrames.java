package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.Icmpv6;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborAdvertisement;
import dev.starling.arpndp.wire.Octets;
import java.util.Arrays;

/** Writes answers into a buffer that is used again and again. Allocates nothing. */
final class ReplyFrames {
  /** Length of an advertisement with one link-layer option. */
  static final int ADVERTISEMENT = Ethernet.HEADER + Icmpv6.OPTIONS + 8;

  /** What the longest answer takes. */
  static final int LONGEST = ADVERTISEMENT;

  private ReplyFrames() {}

  /** The reply to the ARP request at {@code at}: to its sender, from the target (RFC 826). */
  static int arpReply(byte[] request, int at, long mac, byte[] out) {
    long asker = Octets.u48(request, at + ArpPacket.SENDER_MAC);
    Ethernet.write(out, asker, mac, Ethernet.ARP);
    ArpPacket.writeHeader(out, ArpPacket.Operation.REPLY.code());
    int to = Ethernet.HEADER;
    Octets.put48(out, to + ArpPacket.SENDER_MAC, mac);
    System.arraycopy(request, at + ArpPacket.TARGET_IP, out, to + ArpPacket.SENDER_IP, 4);
    // The target's addresses are the sender's of the request, which stand there side by side.
    System.arraycopy(request, at + ArpPacket.SENDER_MAC, out, to + ArpPacket.TARGET_MAC, 10);
    Arrays.fill(out, to + ArpPacket.LENGTH, Ethernet.SHORTEST, (byte) 0);
    return Ethernet.SHORTEST;
  }

  /**
   * The answer to the solicitation whose IPv6 header is at {@code ip} (RFC 4861 section 7.2.4).
   * With the O flag, unlike a host's usual answer to a unicast question: after a failover the asker
   * remembers the last owner's MAC address, and only O replaces it.
   */
  static int advertisement(byte[] question, int ip, boolean probe, long mac, byte[] out) {
    int to = Ethernet.HEADER;
    long destination =
        probe
            ? IpAddresses.multicastMac(IpAddresses.ALL_NODES_LOW)
            : Octets.u48(question, Ethernet.SOURCE);
    writeAdvertisement(out, destination, mac);
    System.arraycopy(question, ip + Icmpv6.TARGET, out, to + Icmpv6.SOURCE, 16);
    System.arraycopy(question, ip + Icmpv6.TARGET, out, to + Icmpv6.TARGET, 16);
    int flags = NeighborAdvertisement.OVERRIDE;
    if (probe) {
      Octets.put64(out, to + Icmpv6.DESTINATION, IpAddresses.SOLICITED_NODE_HIGH);
      Octets.put64(out, to + Icmpv6.DESTINATION + 8, IpAddresses.ALL_NODES_LOW);
    } else {
      System.arraycopy(question, ip + Icmpv6.SOURCE, out, to + Icmpv6.DESTINATION, 16);
      flags |= NeighborAdvertisement.SOLICITED;
    }
    out[to + Icmpv6.FLAGS] = (byte) flags;
    Icmpv6.seal(out, to);
    return ADVERTISEMENT;
  }

  private static void writeAdvertisement(byte[] out, long destination, long mac) {
    int to = Ethernet.HEADER;
    Ethernet.write(out, destination, mac, Ethernet.IPV6);
    Icmpv6.writeHeader(out, to, ADVERTISEMENT - to - Icmpv6.TYPE, NeighborAdvertisement.TYPE);
    out[to + Icmpv6.OPTIONS] = NdpOption.TARGET_LINK_LAYER;
    out[to + Icmpv6.OPTIONS + 1] = 1;
    Octets.put48(out, to + Icmpv6.OPTIONS + 2, mac);
  }
}
