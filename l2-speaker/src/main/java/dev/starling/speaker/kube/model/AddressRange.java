package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Addresses of one family that follow one another.
 *
 * @param first the lowest
 * @param last the highest, included
 */
public record AddressRange(ServiceIp first, ServiceIp last) implements RangeText {
  private static final int TEXT_LENGTH_MAX = 128;
  private static final int MAPPED_PREFIX_BITS = 96;

  /** The last address of {@code ::/80} that is IPv6: those after it are IPv4-mapped. */
  private static final ServiceIp BEFORE_MAPPED = ServiceIp.of("::fffe:ffff:ffff");

  /**
   * Checks what {@link #parse} promises.
   *
   * @throws IllegalArgumentException if the two are not of one family, or not in order
   */
  public AddressRange {
    if (first.isIpv6() != last.isIpv6() || first.compareTo(last) > 0) {
      throw new IllegalArgumentException("no range: " + first + " to " + last);
    }
  }

  /** Whether {@code ip} is one of them. */
  public boolean contains(ServiceIp ip) {
    return first.compareTo(ip) <= 0 && ip.compareTo(last) <= 0;
  }

  /**
   * Reads an entry of a pool as MetalLB does: {@code address/length}, where bits of the host are of
   * no account, or {@code first-last} with space around either address. An IPv4-mapped prefix or
   * address is IPv4. Any text with a {@code -} is a range.
   */
  public static RangeText parse(String text) {
    if (text.length() > TEXT_LENGTH_MAX) {
      return new Refused(FaultReason.NO_RANGE);
    }
    int dash = text.indexOf('-');
    if (dash >= 0) {
      return between(text.substring(0, dash).strip(), text.substring(dash + 1).strip());
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      return new Refused(FaultReason.NO_RANGE);
    }
    return prefix(text.substring(0, slash), text.substring(slash + 1));
  }

  private static RangeText between(String from, String to) {
    ServiceIp first = ServiceIp.parse(from);
    ServiceIp last = ServiceIp.parse(to);
    if (first == null || last == null) {
      return new Refused(FaultReason.NO_RANGE);
    }
    if (first.isIpv6() != last.isIpv6()) {
      return new Refused(FaultReason.RANGE_OF_TWO_FAMILIES);
    }
    return first.compareTo(last) > 0
        ? new Refused(FaultReason.RANGE_REVERSED)
        : new AddressRange(first, last);
  }

  private static RangeText prefix(String address, String length) {
    ServiceIp ip = ServiceIp.parse(address);
    if (ip == null) {
      return new Refused(FaultReason.NO_RANGE);
    }
    boolean mapped = !ip.isIpv6() && address.indexOf(':') >= 0;
    byte[] bytes = ip.address().getAddress();
    int bits = numberOf(length) - (mapped ? MAPPED_PREFIX_BITS : 0);
    if (bits < 0 || bits > bytes.length * Byte.SIZE) {
      return new Refused(FaultReason.PREFIX_LENGTH);
    }
    ServiceIp last = filled(bytes, bits, true);
    return new AddressRange(
        filled(bytes, bits, false), last.isIpv6() == ip.isIpv6() ? last : BEFORE_MAPPED);
  }

  /** The number that the digits spell, leading zeros and all; negative for anything else. */
  private static int numberOf(String digits) {
    boolean plain = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    String significant = plain ? digits.replaceFirst("^0+(?=.)", "") : "";
    return significant.isEmpty() || significant.length() > 3 ? -1 : Integer.parseInt(significant);
  }

  /** The address with all bits after the first {@code bits} cleared or set. */
  private static ServiceIp filled(byte[] address, int bits, boolean set) {
    byte[] bytes = address.clone();
    for (int bit = bits; bit < bytes.length * Byte.SIZE; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      int at = bit / Byte.SIZE;
      bytes[at] = (byte) (set ? bytes[at] | mask : bytes[at] & ~mask);
    }
    try {
      return new ServiceIp(InetAddress.getByAddress(bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address is 4 or 16 bytes long", e);
    }
  }
}
