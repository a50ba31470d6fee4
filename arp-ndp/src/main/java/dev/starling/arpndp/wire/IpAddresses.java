package dev.starling.arpndp.wire;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** IP addresses at an offset of a frame, and the groups that belong to them. */
public final class IpAddresses {
  /** The first 64 bits of a solicited-node group, ff02::1:ff00:0/104. */
  public static final long SOLICITED_NODE_HIGH = 0xff02_0000_0000_0000L;

  /** The last 64 bits of a solicited-node group, before the address's own 24 bits are added. */
  public static final long SOLICITED_NODE_LOW = 0x0000_0001_ff00_0000L;

  /** Which bits of the second half an address gives to its solicited-node group. */
  public static final long SUFFIX_MASK = 0xff_ffffL;

  /** The last 64 bits of ff02::1, all nodes; the first are {@link #SOLICITED_NODE_HIGH}. */
  public static final long ALL_NODES_LOW = 1;

  private static final long MULTICAST_MAC = 0x3333_0000_0000L;

  private IpAddresses() {}

  /** The IPv4 address at {@code offset}; the caller has checked the length. */
  public static Inet4Address ipv4(byte[] bytes, int offset) {
    try {
      return (Inet4Address) InetAddress.getByAddress(Arrays.copyOfRange(bytes, offset, offset + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** The IPv6 address at {@code offset}, without a zone; the caller has checked the length. */
  public static Inet6Address ipv6(byte[] bytes, int offset) {
    try {
      // InetAddress.getByAddress would turn ::ffff:a.b.c.d into an IPv4 address.
      return Inet6Address.getByAddress(null, Arrays.copyOfRange(bytes, offset, offset + 16), -1);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("sixteen bytes are an address", e);
    }
  }

  /** The IPv6 address of two halves. */
  public static Inet6Address ipv6(long high, long low) {
    byte[] bytes = new byte[16];
    Octets.put64(bytes, 0, high);
    Octets.put64(bytes, 8, low);
    return ipv6(bytes, 0);
  }

  /** The link-local address that a card's own address makes (RFC 4291 appendix A). */
  public static Inet6Address linkLocal(MacAddress mac) {
    long value = mac.value();
    long upper = (value >>> 24) ^ 0x02_0000L;
    return ipv6(0xfe80_0000_0000_0000L, upper << 40 | 0xff_fe00_0000L | (value & 0xff_ffffL));
  }

  /** The group in which the owner of {@code address} is asked for (RFC 4291 section 2.7.1). */
  public static Inet6Address solicitedNodeGroup(Inet6Address address) {
    long suffix = Octets.i64(address.getAddress(), 8) & SUFFIX_MASK;
    return ipv6(SOLICITED_NODE_HIGH, SOLICITED_NODE_LOW | suffix);
  }

  /** Whether the two halves are some address's solicited-node group. */
  public static boolean isSolicitedNodeGroup(long high, long low) {
    return high == SOLICITED_NODE_HIGH && (low & ~SUFFIX_MASK) == SOLICITED_NODE_LOW;
  }

  /** Whether an IPv6 address is a group, by its first 64 bits. */
  public static boolean isMulticast(long high) {
    return high >>> 56 == 0xff;
  }

  /** The MAC of an IPv6 group, by the last 64 bits of the group (RFC 2464 section 7). */
  public static long multicastMac(long groupLow) {
    return MULTICAST_MAC | (groupLow & 0xffff_ffffL);
  }
}
