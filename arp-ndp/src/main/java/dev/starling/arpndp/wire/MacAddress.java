package dev.starling.arpndp.wire;

import java.util.HexFormat;
import java.util.Optional;

/**
 * The 48-bit address of an Ethernet port, in the low bits of a long; ordered as unsigned bytes.
 *
 * @param value 0 to 2^48 - 1
 */
public record MacAddress(long value) implements Comparable<MacAddress> {
  /** ff:ff:ff:ff:ff:ff: every port of the segment. */
  public static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);

  /** 00:00:00:00:00:00: nobody; the target of an ARP request that asks for the address. */
  public static final MacAddress ZERO = new MacAddress(0);

  /** How many bytes an address has. */
  public static final int LENGTH = 6;

  private static final long GROUP_BIT = 1L << 40;

  /** Refuses more than 48 bits. */
  public MacAddress {
    if (value >>> 48 != 0) {
      throw new IllegalArgumentException("a MAC address has 48 bits");
    }
  }

  /** The address at {@code offset}; the caller has checked the length. */
  public static MacAddress read(byte[] bytes, int offset) {
    return new MacAddress(Octets.u48(bytes, offset));
  }

  /** The address in the form 02:00:5e:10:00:01, in either case; empty for any other text. */
  public static Optional<MacAddress> parse(String text) {
    if (text.length() != 3 * LENGTH - 1) {
      return Optional.empty();
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (i % 3 == 2) {
        if (c != ':') {
          return Optional.empty();
        }
      } else if (HexFormat.isHexDigit(c)) {
        value = value << 4 | HexFormat.fromHexDigit(c);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(new MacAddress(value));
  }

  /** Whether {@code value} names one port: neither a group, nor broadcast, nor zero. */
  public static boolean isUnicast(long value) {
    return value != 0 && !isGroup(value);
  }

  /** Whether {@code value} names several ports: multicast or broadcast. */
  public static boolean isGroup(long value) {
    return (value & GROUP_BIT) != 0;
  }

  /** See {@link #isUnicast(long)}. */
  public boolean isUnicast() {
    return isUnicast(value);
  }

  @Override
  public int compareTo(MacAddress other) {
    return Long.compare(value, other.value);
  }

  /** The form that {@link #parse} reads, in lower case. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(3 * LENGTH - 1);
    for (int shift = 40; shift >= 0; shift -= 8) {
      text.append(HexFormat.of().toHexDigits((byte) (value >> shift)));
      if (shift > 0) {
        text.append(':');
      }
    }
    return text.toString();
  }
}
