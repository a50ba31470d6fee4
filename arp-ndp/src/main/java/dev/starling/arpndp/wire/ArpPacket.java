package dev.starling.arpndp.wire;

import java.net.Inet4Address;
import org.jspecify.annotations.Nullable;

/**
 * An ARP packet for IPv4 on Ethernet, with its frame's header (RFC 826).
 *
 * @param senderMac whom the receiver shall remember for {@code senderIp}
 * @param senderIp 0.0.0.0 in a probe (RFC 5227 section 1.1)
 * @param targetMac without meaning in a request
 * @param targetIp whom a request asks for
 */
public record ArpPacket(
    Ethernet ethernet,
    Operation operation,
    MacAddress senderMac,
    Inet4Address senderIp,
    MacAddress targetMac,
    Inet4Address targetIp) {

  /** Offset of the operation, from the end of the Ethernet header, as all offsets here. */
  public static final int OPERATION = 6;

  /** Offset of the sender's MAC address. */
  public static final int SENDER_MAC = 8;

  /** Offset of the sender's IP address. */
  public static final int SENDER_IP = 14;

  /** Offset of the target's MAC address. */
  public static final int TARGET_MAC = 18;

  /** Offset of the target's IP address. */
  public static final int TARGET_IP = 24;

  /** Length without the Ethernet header and without padding. */
  public static final int LENGTH = 28;

  private static final int HARDWARE_ETHERNET = 1;
  private static final int PROTOCOL_IPV4 = 0x0800;

  /** What an ARP packet wants, by its number on the wire. */
  public enum Operation {
    /** Who has the target's IP? */
    REQUEST(1),
    /** I have the sender's IP. */
    REPLY(2);

    private final int code;

    Operation(int code) {
      this.code = code;
    }

    /** The number on the wire. */
    public int code() {
      return code;
    }
  }

  /** What keeps a frame from being an ARP packet, or null. Allocates nothing. */
  public static @Nullable Malformed faultOf(byte[] frame, int length) {
    Malformed fault = Ethernet.faultOf(frame, length);
    if (fault != null) {
      return fault;
    }
    int at = Ethernet.payloadOffset(frame);
    if (Ethernet.typeAt(frame, at) != Ethernet.ARP) {
      return Malformed.WRONG_ETHER_TYPE;
    }
    if (length < at + LENGTH) {
      return Malformed.TOO_SHORT;
    }
    if (Octets.u16(frame, at) != HARDWARE_ETHERNET || Octets.u8(frame, at + 4) != 6) {
      return Malformed.WRONG_HARDWARE_TYPE;
    }
    if (Octets.u16(frame, at + 2) != PROTOCOL_IPV4 || Octets.u8(frame, at + 5) != 4) {
      return Malformed.WRONG_PROTOCOL_TYPE;
    }
    int code = Octets.u16(frame, at + OPERATION);
    boolean known = code == Operation.REQUEST.code || code == Operation.REPLY.code;
    return known ? null : Malformed.UNKNOWN_OPERATION;
  }

  /** The packet in the first {@code length} bytes of {@code frame}. */
  public static Parsed<ArpPacket> parse(byte[] frame, int length) {
    Malformed fault = faultOf(frame, Math.min(length, frame.length));
    if (fault != null) {
      return new Parsed.Bad<>(fault);
    }
    int at = Ethernet.payloadOffset(frame);
    int code = Octets.u16(frame, at + OPERATION);
    return new Parsed.Ok<>(
        new ArpPacket(
            Ethernet.read(frame),
            code == Operation.REQUEST.code ? Operation.REQUEST : Operation.REPLY,
            MacAddress.read(frame, at + SENDER_MAC),
            IpAddresses.ipv4(frame, at + SENDER_IP),
            MacAddress.read(frame, at + TARGET_MAC),
            IpAddresses.ipv4(frame, at + TARGET_IP)));
  }

  /** The frame, untagged, padded to {@link Ethernet#SHORTEST}. */
  public byte[] encode() {
    byte[] out = new byte[Ethernet.SHORTEST];
    Ethernet.write(out, ethernet.destination().value(), ethernet.source().value(), Ethernet.ARP);
    writeHeader(out, operation.code);
    int at = Ethernet.HEADER;
    Octets.put48(out, at + SENDER_MAC, senderMac.value());
    System.arraycopy(senderIp.getAddress(), 0, out, at + SENDER_IP, 4);
    Octets.put48(out, at + TARGET_MAC, targetMac.value());
    System.arraycopy(targetIp.getAddress(), 0, out, at + TARGET_IP, 4);
    return out;
  }

  /** Writes what comes before the addresses, behind an untagged Ethernet header. */
  public static void writeHeader(byte[] out, int operationCode) {
    Octets.put16(out, Ethernet.HEADER, HARDWARE_ETHERNET);
    Octets.put16(out, Ethernet.HEADER + 2, PROTOCOL_IPV4);
    out[Ethernet.HEADER + 4] = 6;
    out[Ethernet.HEADER + 5] = 4;
    Octets.put16(out, Ethernet.HEADER + OPERATION, operationCode);
  }
}
