package dev.starling.election;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * An address that clients reach a service at, without a scope. IPv4 sorts before IPv6, and
 * addresses of one family by their bytes, unsigned. No record: a map of 10,000 compares them
 * hundreds of thousands of times, which must not copy the bytes each time.
 */
public final class ServiceIp implements Comparable<ServiceIp> {
  private static final int GROUPS = 8;
  private static final int DIGITS_OF_GROUP = 4;

  private final InetAddress address;
  private final long high;
  private final long low;

  /**
   * The IP of this address; a scope is taken off, and an IPv4-mapped IPv6 address is IPv4.
   *
   * @param address of either family
   */
  public ServiceIp(InetAddress address) {
    try {
      this.address = InetAddress.getByAddress(address.getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an InetAddress is 4 or 16 bytes long", e);
    }
    byte[] bytes = this.address.getAddress();
    int middle = Math.max(0, bytes.length - Long.BYTES);
    high = number(bytes, 0, middle);
    low = number(bytes, middle, bytes.length);
  }

  /** The address, without a scope. */
  public InetAddress address() {
    return address;
  }

  /**
   * The address that {@code literal} spells; asks no name service.
   *
   * @throws IllegalArgumentException if {@link #parse} would not take it
   */
  public static ServiceIp of(String literal) {
    ServiceIp ip = parse(literal);
    if (ip == null) {
      throw new IllegalArgumentException("not an IP address: " + literal);
    }
    return ip;
  }

  /**
   * The address that {@code literal} spells, or null. Takes dotted IPv4 of four parts without
   * leading zeros (elsewhere a leading zero means octal), alone or as the end of an IPv6 address,
   * and any RFC 4291 form of IPv6, but neither a scope nor brackets.
   */
  public static @Nullable ServiceIp parse(String literal) {
    if (literal.indexOf('%') >= 0 || literal.indexOf('[') >= 0) {
      return null;
    }
    ServiceIp ip;
    try {
      ip = new ServiceIp(InetAddress.ofLiteral(literal));
    } catch (IllegalArgumentException e) {
      return null;
    }
    return isStrict(literal, ip) ? ip : null;
  }

  /** Java also takes parts of IPv4 with leading zeros, and groups of more than four digits. */
  private static boolean isStrict(String literal, ServiceIp ip) {
    if (literal.indexOf(':') < 0) {
      return ip.text().equals(literal);
    }
    for (String group : literal.split(":", -1)) {
      boolean longer = group.length() > DIGITS_OF_GROUP || group.indexOf('.') >= 0;
      if (longer && parse(group) == null) {
        return false;
      }
    }
    return true;
  }

  /** Whether the address is of the IPv6 family; false for an IPv4-mapped one. */
  public boolean isIpv6() {
    return address instanceof Inet6Address;
  }

  /**
   * Dotted IPv4, or IPv6 as RFC 5952 section 4 wants it. It is what the election hashes, so it must
   * be the same on every node and must never change.
   */
  public String text() {
    return isIpv6() ? ipv6Text(address.getAddress()) : address.getHostAddress();
  }

  @Override
  public int compareTo(ServiceIp other) {
    if (isIpv6() != other.isIpv6()) {
      return isIpv6() ? 1 : -1;
    }
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ServiceIp that && address.equals(that.address);
  }

  @Override
  public int hashCode() {
    return address.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }

  private static long number(byte[] bytes, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      number = number << Byte.SIZE | (bytes[i] & 0xff);
    }
    return number;
  }

  private static String ipv6Text(byte[] bytes) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
    }
    int gapStart = GROUPS;
    int gapLength = 1;
    for (int start = 0; start < GROUPS; start++) {
      int length = zerosFrom(groups, start);
      if (length > gapLength) {
        gapStart = start;
        gapLength = length;
      }
    }
    StringBuilder text = new StringBuilder(39);
    for (int i = 0; i < GROUPS; i++) {
      if (i == gapStart) {
        text.append("::");
        i += gapLength - 1;
        continue;
      }
      if (i > 0 && text.charAt(text.length() - 1) != ':') {
        text.append(':');
      }
      text.append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }

  private static int zerosFrom(int[] groups, int start) {
    int end = start;
    while (end < GROUPS && groups[end] == 0) {
      end++;
    }
    return end - start;
  }
}
