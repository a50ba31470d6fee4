package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborAdvertisement;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/** The frames that tell a segment, unasked, where a service IP is. */
public final class Announcements {
  private Announcements() {}

  /** Which frames of a round are to be sent. */
  public enum Part {
    /** The first one: for IPv4 the request form, RFC 5227's ARP announcement. */
    FIRST,
    /** All but the first; none for IPv6. */
    REST,
    /** All. */
    ALL;

    /** Those of {@code round}, in its order. */
    public List<byte[]> of(List<byte[]> round) {
      return switch (this) {
        case FIRST -> round.subList(0, 1);
        case REST -> round.subList(1, round.size());
        case ALL -> round;
      };
    }

    int frames(boolean ipv6) {
      return switch (this) {
        case FIRST -> 1;
        case REST -> framesPerRound(ipv6) - 1;
        case ALL -> framesPerRound(ipv6);
      };
    }
  }

  /**
   * One round of announcements of {@code ip} by the link with {@code mac}, to be sent in this
   * order: two frames for IPv4, one for IPv6.
   */
  public static List<byte[]> frames(InetAddress ip, MacAddress mac) {
    return switch (ip) {
      case Inet4Address v4 ->
          List.of(
              arp(ArpPacket.Operation.REQUEST, v4, mac, MacAddress.ZERO),
              arp(ArpPacket.Operation.REPLY, v4, mac, mac));
      case Inet6Address v6 -> List.of(advertisement(v6, mac));
      default -> throw new IllegalArgumentException("neither IPv4 nor IPv6");
    };
  }

  /** How many frames a round has: 2 for IPv4, 1 for IPv6. */
  public static int framesPerRound(boolean ipv6) {
    return ipv6 ? 1 : 2;
  }

  /**
   * The request form is RFC 5227's announcement. Linux takes the reply form at once, even within
   * the second in which it ignores other changes, but only if the target's MAC address is the
   * sender's.
   */
  private static byte[] arp(
      ArpPacket.Operation operation, Inet4Address ip, MacAddress mac, MacAddress target) {
    Ethernet ethernet = new Ethernet(MacAddress.BROADCAST, mac);
    return new ArpPacket(ethernet, operation, mac, ip, target, ip).encode();
  }

  /** RFC 4861 section 7.2.6; the source is the IP itself, since a link may have no address. */
  private static byte[] advertisement(Inet6Address ip, MacAddress mac) {
    long group = IpAddresses.multicastMac(IpAddresses.ALL_NODES_LOW);
    return new NeighborAdvertisement(
            new Ethernet(new MacAddress(group), mac),
            ip,
            IpAddresses.ipv6(IpAddresses.SOLICITED_NODE_HIGH, IpAddresses.ALL_NODES_LOW),
            new NeighborAdvertisement.Flags(false, false, true),
            ip,
            List.of(NdpOption.linkLayer(NdpOption.TARGET_LINK_LAYER, mac)))
        .encode();
  }
}
