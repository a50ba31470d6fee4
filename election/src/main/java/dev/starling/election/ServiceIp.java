package dev.starling.election;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An address that clients reach a service at, without a scope. IPv4 sorts before IPv6, and
 * addresses of one family by their bytes, unsigned.
 *
 * @param address the address; a scope is taken off, and an IPv4-mapped IPv6 address is IPv4
 */
public record ServiceIp(InetAddress address) implements Comparable<ServiceIp> {
  private static final int GROUPS = 8;

  /** Takes the scope off. */
  public ServiceIp {
    try {
      address = InetAddress.getByAddress(address.getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an InetAddress is 4 or 16 bytes long", e);
    }
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
    int lastColon = literal.lastIndexOf(':');
    if (lastColon < 0) {
      return ip.text().equals(literal) ? ip : null;
    }
    String last = literal.substring(lastColon + 1);
    return last.indexOf('.') < 0 || parse(last) != null ? ip : null;
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
    byte[] mine = address.getAddress();
    byte[] theirs = other.address.getAddress();
    return mine.length == theirs.length
        ? Arrays.compareUnsigned(mine, theirs)
        : Integer.compare(mine.length, theirs.length);
  }

  @Override
  public String toString() {
    return text();
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
