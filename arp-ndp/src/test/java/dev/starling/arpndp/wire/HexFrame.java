package dev.starling.arpndp.wire;

import java.math.BigInteger;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * A frame as hexadecimal digits, read by the tables of the RFCs and by nothing of the product: what
 * the product's parsers and answers are compared with. Knows every fault at once, so that it says
 * nothing of the order in which they are looked for.
 */
public final class HexFrame {
  private static final BigInteger ONES = BigInteger.valueOf(0xffff);
  private static final String NOBODY = "00".repeat(16);
  private static final int IPV6 = 40;
  private static final int LEAST_ND = 24;

  private final String digits;
  private final boolean tagged;

  /** The whole of {@code frame}. */
  public HexFrame(byte[] frame) {
    digits = HexFormat.of().formatHex(frame);
    tagged = raw(12, 2).equals("8100");
  }

  /** The destination's MAC address. */
  public String destination() {
    return raw(0, 6);
  }

  /** The source's MAC address. */
  public String source() {
    return raw(6, 6);
  }

  /** What the payload is, behind a tag. */
  public String etherType() {
    return raw(tagged ? 16 : 12, 2);
  }

  /** {@code length} bytes at {@code offset} of the payload; fewer where the frame ends. */
  public String at(int offset, int length) {
    return raw((tagged ? 18 : 14) + offset, length);
  }

  private int number(int offset, int length) {
    return Integer.parseInt(at(offset, length), 16);
  }

  private int payloadLength() {
    return Math.max(0, digits.length() / 2 - (tagged ? 18 : 14));
  }

  private String raw(int offset, int length) {
    int from = Math.min(2 * offset, digits.length());
    return digits.substring(from, Math.min(from + 2 * length, digits.length()));
  }

  /** Whether the frame ends before its payload begins, and whether it is of another VLAN. */
  public Set<Malformed> ethernetFaults() {
    Set<Malformed> faults = EnumSet.noneOf(Malformed.class);
    if (digits.length() / 2 < (tagged ? 18 : 14)) {
      faults.add(Malformed.TOO_SHORT);
    } else if (tagged && !raw(14, 2).endsWith("000")) {
      faults.add(Malformed.VLAN_TAGGED);
    }
    return faults;
  }

  /** All that keeps it from being ARP for IPv4 on Ethernet (RFC 826). */
  public Set<Malformed> arpFaults() {
    Set<Malformed> faults = ethernetFaults();
    if (faults.contains(Malformed.TOO_SHORT)) {
      return faults;
    }
    add(faults, !etherType().equals("0806"), Malformed.WRONG_ETHER_TYPE);
    if (payloadLength() < 28) {
      faults.add(Malformed.TOO_SHORT);
      return faults;
    }
    boolean ethernet = at(0, 2).equals("0001") && at(4, 1).equals("06");
    add(faults, !ethernet, Malformed.WRONG_HARDWARE_TYPE);
    boolean ipv4 = at(2, 2).equals("0800") && at(5, 1).equals("04");
    add(faults, !ipv4, Malformed.WRONG_PROTOCOL_TYPE);
    add(faults, !at(6, 2).matches("000[12]"), Malformed.UNKNOWN_OPERATION);
    return faults;
  }

  /** All that keeps it from being a solicitation (RFC 4861 sections 4.3 and 7.1.1). */
  public Set<Malformed> solicitationFaults() {
    Set<Malformed> faults = neighborFaults("87");
    if (isWhole() && at(8, 16).equals(NOBODY)) {
      boolean toGroup = at(24, 13).equals("ff02" + "00".repeat(9) + "01ff");
      add(faults, !toGroup, Malformed.PROBE_NOT_TO_GROUP);
      add(faults, !option("01").isEmpty(), Malformed.PROBE_WITH_LINK_LAYER_ADDRESS);
    }
    return faults;
  }

  /** All that keeps it from being an advertisement (RFC 4861 sections 4.4 and 7.1.2). */
  public Set<Malformed> advertisementFaults() {
    Set<Malformed> faults = neighborFaults("88");
    boolean solicited = isWhole() && at(44, 1).matches("[4-7c-f].");
    add(faults, solicited && at(24, 1).equals("ff"), Malformed.SOLICITED_TO_GROUP);
    return faults;
  }

  private Set<Malformed> neighborFaults(String type) {
    Set<Malformed> faults = ethernetFaults();
    if (faults.contains(Malformed.TOO_SHORT)) {
      return faults;
    }
    add(faults, !etherType().equals("86dd"), Malformed.WRONG_ETHER_TYPE);
    if (payloadLength() < IPV6) {
      faults.add(Malformed.TOO_SHORT);
      return faults;
    }
    add(faults, !at(0, 1).startsWith("6"), Malformed.NOT_IPV6);
    String next = at(6, 1);
    add(faults, next.equals("2c"), Malformed.FRAGMENT);
    add(faults, !next.equals("2c") && !next.equals("3a"), Malformed.NOT_ICMPV6);
    add(faults, payloadLength() < IPV6 + number(4, 2), Malformed.TOO_SHORT);
    add(faults, number(4, 2) < LEAST_ND, Malformed.ICMPV6_TOO_SHORT);
    if (!isWhole()) {
      return faults;
    }
    add(faults, !at(7, 1).equals("ff"), Malformed.HOP_LIMIT_NOT_255);
    add(faults, !at(40, 1).equals(type), Malformed.WRONG_ICMPV6_TYPE);
    add(faults, !at(41, 1).equals("00"), Malformed.CODE_NOT_ZERO);
    add(faults, remainder(at(42, 2)) != 0, Malformed.BAD_CHECKSUM);
    add(faults, at(8, 1).equals("ff"), Malformed.MULTICAST_SOURCE);
    add(faults, at(48, 1).equals("ff"), Malformed.MULTICAST_TARGET);
    add(faults, !optionsAreGood(), Malformed.BAD_OPTION);
    return faults;
  }

  /** Whether all is there that the lengths of an IPv6 neighbour message promise. */
  public boolean isWhole() {
    return payloadLength() >= IPV6
        && number(4, 2) >= LEAST_ND
        && payloadLength() >= IPV6 + number(4, 2);
  }

  private boolean optionsAreGood() {
    int at = 64;
    int end = IPV6 + number(4, 2);
    while (at + 2 <= end) {
      int units = number(at + 1, 1);
      boolean linkLayer = at(at, 1).matches("0[12]");
      if (units == 0 || (linkLayer && units != 1)) {
        return false;
      }
      at += 8 * units;
    }
    return at == end;
  }

  /** What the first option of {@code type} holds, or nothing. */
  public String option(String type) {
    int end = IPV6 + number(4, 2);
    for (int at = 64; at + 8 <= end && number(at + 1, 1) > 0; at += 8 * number(at + 1, 1)) {
      if (at(at, 1).equals(type)) {
        return at(at + 2, 6);
      }
    }
    return "";
  }

  /**
   * The sum of RFC 1071 with {@code checksum} in its place: numbers with the base 2^16 leave the
   * same remainder as the sum of their digits.
   */
  private int remainder(String checksum) {
    int length = number(4, 2);
    String message = at(40, 2) + checksum + at(44, length - 4) + (length % 2 == 0 ? "" : "00");
    String sum = at(8, 32) + String.format(Locale.ROOT, "%08x0000003a", length) + message;
    return new BigInteger(sum, 16).mod(ONES).intValue();
  }

  /** The frame with the right ICMPv6 checksum; as it is where it has no place for one. */
  public byte[] sealed() {
    if (!isWhole()) {
      return HexFormat.of().parseHex(digits);
    }
    int from = 2 * ((tagged ? 18 : 14) + 42);
    String checksum = checksum();
    return HexFormat.of()
        .parseHex(digits.substring(0, from) + checksum + digits.substring(from + 4));
  }

  private String checksum() {
    int remainder = remainder("0000");
    return String.format(Locale.ROOT, "%04x", remainder == 0 ? 0 : 0xffff - remainder);
  }

  /** The valid ARP packet as its sender should have written it: untagged, padded with zeros. */
  public String canonicalArp() {
    return destination() + source() + "0806" + at(0, 28) + "00".repeat(18);
  }

  /** The same of a valid neighbour message: what receivers shall ignore is zero, no padding. */
  public String canonicalNeighbor() {
    boolean advertisement = at(40, 1).equals("88");
    int flags = advertisement ? number(44, 1) & 0xe0 : 0;
    String zeroed =
        destination()
            + source()
            + "86dd60000000"
            + at(4, 38)
            + "0000"
            + String.format(Locale.ROOT, "%02x000000", flags)
            + at(48, number(4, 2) - 8);
    return HexFormat.of().formatHex(new HexFrame(HexFormat.of().parseHex(zeroed)).sealed());
  }

  private static void add(Set<Malformed> faults, boolean isFault, Malformed fault) {
    if (isFault) {
      faults.add(fault);
    }
  }

  @Override
  public String toString() {
    return digits;
  }
}
