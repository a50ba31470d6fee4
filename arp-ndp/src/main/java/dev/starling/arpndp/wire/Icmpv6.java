package dev.starling.arpndp.wire;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What neighbour solicitations and advertisements have in common: offsets from the start of the
 * IPv6 header, the checksum, and the rules of RFC 4861 section 7.1 that hold for both.
 */
public final class Icmpv6 {
  /** Offset of the payload's length. */
  public static final int PAYLOAD_LENGTH = 4;

  /** Offset of the IPv6 source. */
  public static final int SOURCE = 8;

  /** Offset of the IPv6 destination. */
  public static final int DESTINATION = 24;

  /** Offset of the ICMPv6 type, and length of the IPv6 header. */
  public static final int TYPE = 40;

  /** Offset of the advertisement's flags. */
  public static final int FLAGS = 44;

  /** Offset of the target. */
  public static final int TARGET = 48;

  /** Offset of the first option. */
  public static final int OPTIONS = 64;

  /** The protocol's number in an IPv6 header. */
  public static final int PROTOCOL = 58;

  /** What {@link #linkLayerOption} returns when there is none. */
  public static final long ABSENT = -1;

  private static final int NEXT_HEADER = 6;
  private static final int HOP_LIMIT = 7;
  private static final int CODE = 41;
  private static final int CHECKSUM = 42;
  private static final int FRAGMENT_HEADER = 44;
  private static final int LONGEST_PAYLOAD = 0xffff;

  private Icmpv6() {}

  /**
   * The ICMPv6 type of a frame whose payload at {@code ip} is IPv6, or -1 if it is no ICMPv6 or
   * ends too early to tell.
   */
  public static int typeAt(byte[] frame, int length, int ip) {
    boolean icmpv6 = length > ip + TYPE && Octets.u8(frame, ip + NEXT_HEADER) == PROTOCOL;
    return icmpv6 ? Octets.u8(frame, ip + TYPE) : -1;
  }

  /** What breaks the rules that both messages share, or null. Allocates nothing. */
  static @Nullable Malformed faultOf(byte[] frame, int length, int type) {
    Malformed fault = headerFaultOf(frame, length);
    if (fault != null) {
      return fault;
    }
    int ip = Ethernet.payloadOffset(frame);
    int payload = Octets.u16(frame, ip + PAYLOAD_LENGTH);
    if (length < ip + TYPE + payload) {
      return Malformed.TOO_SHORT;
    }
    if (payload < OPTIONS - TYPE) {
      return Malformed.ICMPV6_TOO_SHORT;
    }
    if (Octets.u8(frame, ip + TYPE) != type) {
      return Malformed.WRONG_ICMPV6_TYPE;
    }
    if (Octets.u8(frame, ip + HOP_LIMIT) != 255) {
      return Malformed.HOP_LIMIT_NOT_255;
    }
    if (Octets.u8(frame, ip + CODE) != 0) {
      return Malformed.CODE_NOT_ZERO;
    }
    if (checksum(frame, ip) != 0) {
      return Malformed.BAD_CHECKSUM;
    }
    if (IpAddresses.isMulticast(Octets.i64(frame, ip + SOURCE))) {
      return Malformed.MULTICAST_SOURCE;
    }
    if (IpAddresses.isMulticast(Octets.i64(frame, ip + TARGET))) {
      return Malformed.MULTICAST_TARGET;
    }
    return optionsAreWhole(frame, ip) ? null : Malformed.BAD_OPTION;
  }

  private static @Nullable Malformed headerFaultOf(byte[] frame, int length) {
    Malformed fault = Ethernet.faultOf(frame, length);
    if (fault != null) {
      return fault;
    }
    int ip = Ethernet.payloadOffset(frame);
    if (Ethernet.typeAt(frame, ip) != Ethernet.IPV6) {
      return Malformed.WRONG_ETHER_TYPE;
    }
    if (length < ip + TYPE) {
      return Malformed.TOO_SHORT;
    }
    if (Octets.u8(frame, ip) >> 4 != 6) {
      return Malformed.NOT_IPV6;
    }
    return switch (Octets.u8(frame, ip + NEXT_HEADER)) {
      case PROTOCOL -> null;
      case FRAGMENT_HEADER -> Malformed.FRAGMENT;
      default -> Malformed.NOT_ICMPV6;
    };
  }

  private static boolean optionsAreWhole(byte[] frame, int ip) {
    int end = end(frame, ip);
    int at = ip + OPTIONS;
    while (at < end) {
      if (at + 2 > end) {
        return false;
      }
      int size = NdpOption.lengthAt(frame, at);
      boolean ethernet = !NdpOption.isLinkLayer(Octets.u8(frame, at)) || size == 8;
      if (size == 0 || at + size > end || !ethernet) {
        return false;
      }
      at += size;
    }
    return true;
  }

  /** The MAC address in the first link-layer option of a valid message, or {@link #ABSENT}. */
  public static long linkLayerOption(byte[] frame, int ip, int optionType) {
    int end = end(frame, ip);
    for (int at = ip + OPTIONS; at < end; at += NdpOption.lengthAt(frame, at)) {
      if (Octets.u8(frame, at) == optionType) {
        return Octets.u48(frame, at + 2);
      }
    }
    return ABSENT;
  }

  static List<NdpOption> options(byte[] frame, int ip) {
    List<NdpOption> options = new ArrayList<>();
    int end = end(frame, ip);
    for (int at = ip + OPTIONS; at < end; at += NdpOption.lengthAt(frame, at)) {
      options.add(NdpOption.read(frame, at));
    }
    return options;
  }

  private static int end(byte[] frame, int ip) {
    return ip + TYPE + Octets.u16(frame, ip + PAYLOAD_LENGTH);
  }

  /**
   * The ones' complement over the pseudo-header and the message (RFC 8200 section 8.1): 0 if the
   * message carries the right checksum, or the right checksum if it carries 0.
   */
  public static int checksum(byte[] frame, int ip) {
    int payload = Octets.u16(frame, ip + PAYLOAD_LENGTH);
    int sum = payload + PROTOCOL;
    for (int at = ip + SOURCE; at < ip + TYPE; at += 2) {
      sum += Octets.u16(frame, at);
    }
    int end = ip + TYPE + (payload & ~1);
    for (int at = ip + TYPE; at < end; at += 2) {
      sum += Octets.u16(frame, at);
    }
    if ((payload & 1) != 0) {
      sum += Octets.u8(frame, end) << 8;
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return ~sum & 0xffff;
  }

  /** Writes the checksum of an otherwise complete message. */
  public static void seal(byte[] frame, int ip) {
    Octets.put16(frame, ip + CHECKSUM, 0);
    Octets.put16(frame, ip + CHECKSUM, checksum(frame, ip));
  }

  /** Writes an IPv6 header without its addresses, and the ICMPv6 type and code. */
  public static void writeHeader(byte[] out, int ip, int payload, int type) {
    Octets.put32(out, ip, 6 << 28);
    Octets.put16(out, ip + PAYLOAD_LENGTH, payload);
    out[ip + NEXT_HEADER] = PROTOCOL;
    out[ip + HOP_LIMIT] = (byte) 255;
    Octets.put32(out, ip + TYPE, type << 24);
    Octets.put32(out, ip + FLAGS, 0);
  }

  static int payloadLength(List<NdpOption> options) {
    return OPTIONS - TYPE + options.stream().mapToInt(NdpOption::length).sum();
  }

  static void writeOptions(byte[] out, int ip, List<NdpOption> options) {
    int at = ip + OPTIONS;
    for (NdpOption option : options) {
      option.write(out, at);
      at += option.length();
    }
  }

  static void requireValid(List<NdpOption> options) {
    if (payloadLength(options) > LONGEST_PAYLOAD) {
      throw new IllegalArgumentException("options take more than a packet");
    }
    for (NdpOption option : options) {
      if (NdpOption.isLinkLayer(option.type()) && option.mac().isEmpty()) {
        throw new IllegalArgumentException("a link-layer option holds six bytes");
      }
    }
  }
}
