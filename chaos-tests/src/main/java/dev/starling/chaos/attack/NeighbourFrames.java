package dev.starling.chaos.attack;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Frames about who is where: ARP (RFC 826) and neighbour discovery (RFC 4861), true or not, as a
 * stranger would send them. Hardware addresses are text with colons.
 */
public final class NeighbourFrames {
  /** Everybody. */
  public static final String BROADCAST = "ff:ff:ff:ff:ff:ff";

  private static final HexFormat MAC = HexFormat.ofDelimiter(":");
  private static final HexFormat HEX = HexFormat.of();
  private static final byte[] ALL_NODES = HEX.parseHex("ff020000000000000000000000000001");
  private static final int ICMPV6 = 58;
  private static final int OVERRIDE = 0x20;

  private NeighbourFrames() {}

  /** Asks everybody who has {@code target}, which may be of either family. */
  public static byte[] question(String mac, String from, String target) {
    byte[] wanted = bytes(target);
    if (wanted.length == 4) {
      return arp(1, mac, from, "00:00:00:00:00:00", target);
    }
    byte[] group = HEX.parseHex("ff0200000000000000000001ff000000");
    System.arraycopy(wanted, 13, group, 13, 3);
    return icmp(mac, bytes(from), group, discovery(135, 0, wanted, 1, mac));
  }

  /**
   * Claims {@code ip} for {@code mac} to everybody: an ARP request for itself, or an unsolicited
   * advertisement.
   */
  public static byte[] claim(String mac, String ip) {
    byte[] claimed = bytes(ip);
    return claimed.length == 4
        ? arp(1, mac, ip, "00:00:00:00:00:00", ip)
        : icmp(mac, claimed, ALL_NODES, discovery(136, OVERRIDE, claimed, 2, mac));
  }

  /** Claims {@code ip}, IPv4, for {@code mac} to everybody, as an ARP reply. */
  public static byte[] claimByReply(String mac, String ip) {
    return arp(2, mac, ip, BROADCAST, ip);
  }

  /** An ARP packet to everybody. */
  public static byte[] arp(
      int operation, String senderMac, String senderIp, String targetMac, String targetIp) {
    return ByteBuffer.allocate(42)
        .put(MAC.parseHex(BROADCAST))
        .put(MAC.parseHex(senderMac))
        .putShort((short) 0x0806)
        .put(HEX.parseHex("000108000604"))
        .putShort((short) operation)
        .put(MAC.parseHex(senderMac))
        .put(bytes(senderIp))
        .put(MAC.parseHex(targetMac))
        .put(bytes(targetIp))
        .array();
  }

  /** A copy of {@code frame} for one card only. */
  public static byte[] only(String mac, byte[] frame) {
    byte[] copy = frame.clone();
    System.arraycopy(MAC.parseHex(mac), 0, copy, 0, 6);
    return copy;
  }

  private static byte[] discovery(int type, int flags, byte[] target, int option, String mac) {
    return ByteBuffer.allocate(32)
        .put(0, (byte) type)
        .put(4, (byte) flags)
        .put(8, target)
        .put(24, new byte[] {(byte) option, 1})
        .put(26, MAC.parseHex(mac))
        .array();
  }

  private static byte[] icmp(String mac, byte[] source, byte[] destination, byte[] message) {
    byte[] lengthAndProtocol = ByteBuffer.allocate(8).putInt(message.length).putInt(ICMPV6).array();
    ByteBuffer.wrap(message).putShort(2, Sums.of(source, destination, lengthAndProtocol, message));
    return ByteBuffer.allocate(54 + message.length)
        .put(new byte[] {0x33, 0x33})
        .put(destination, 12, 4)
        .put(MAC.parseHex(mac))
        .putShort((short) 0x86dd)
        .putInt(0x60000000)
        .putShort((short) message.length)
        .put((byte) ICMPV6)
        .put((byte) 255)
        .put(source)
        .put(destination)
        .put(message)
        .array();
  }

  private static byte[] bytes(String ip) {
    return InetAddress.ofLiteral(ip).getAddress();
  }
}
