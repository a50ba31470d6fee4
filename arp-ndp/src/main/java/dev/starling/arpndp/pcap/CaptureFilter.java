package dev.starling.arpndp.pcap;

import dev.starling.arpndp.wire.Octets;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * Which frames the kernel hands to a capture: ARP, and neighbour solicitations and advertisements,
 * that name an address of interest as target or as sender. On a busy segment this saves a wake-up
 * for each foreign broadcast. It only ever lets too much through, never too little.
 *
 * <p>An address counts by its last 32 bits. Where there are more than {@link #LIMIT}, they are
 * covered by that many prefixes; where the prefixes would become shorter than 8 bits, all pass. A
 * VLAN tag is the responder's to judge: a test for it here would shift all later offsets.
 *
 * @param expression in libpcap's language
 */
public record CaptureFilter(String expression) {
  /** How many prefixes a filter names for each family. */
  public static final int LIMIT = 32;

  private static final String ARP = "arp";
  private static final String ICMPV6 = "icmp6 and (ip6[40]=135 or ip6[40]=136)";

  /** All ARP and neighbour discovery. */
  public static final CaptureFilter ALL = new CaptureFilter(join(List.of(ARP, ICMPV6)));

  private static final int SHORTEST_PREFIX = 8;

  /** The filter for frames that concern any of {@code addresses}: service IPs and witnesses. */
  public static CaptureFilter of(Collection<? extends InetAddress> addresses) {
    SortedSet<Integer> v4 = new TreeSet<>();
    SortedSet<Integer> v6 = new TreeSet<>();
    for (InetAddress address : addresses) {
      byte[] bytes = address.getAddress();
      (address instanceof Inet4Address ? v4 : v6).add(Octets.i32(bytes, bytes.length - 4));
    }
    List<String> branches = new ArrayList<>();
    if (!v4.isEmpty()) {
      branches.add(narrowed(ARP, v4, "arp[24:4]", "arp[14:4]"));
    }
    if (!v6.isEmpty()) {
      branches.add(narrowed(ICMPV6, v6, "ip6[60:4]", "ip6[20:4]"));
    }
    return new CaptureFilter(join(branches));
  }

  private static String join(List<String> branches) {
    // No frame has a length of 0: libpcap has no shorter word for none.
    return branches.isEmpty() ? "less 0" : "(" + String.join(") or (", branches) + ")";
  }

  private static String narrowed(
      String protocol, SortedSet<Integer> suffixes, String target, String sender) {
    for (int length = Integer.SIZE; length >= SHORTEST_PREFIX; length--) {
      int mask = -1 << (Integer.SIZE - length);
      SortedSet<Integer> prefixes = new TreeSet<>();
      for (int suffix : suffixes) {
        prefixes.add(suffix & mask);
        if (prefixes.size() > LIMIT) {
          break;
        }
      }
      if (prefixes.size() <= LIMIT) {
        return protocol + " and (" + tests(prefixes, mask, List.of(target, sender)) + ")";
      }
    }
    return protocol;
  }

  private static String tests(SortedSet<Integer> prefixes, int mask, List<String> fields) {
    StringJoiner tests = new StringJoiner(" or ");
    List<String> masked = new ArrayList<>();
    for (String field : fields) {
      masked.add(mask == -1 ? field : "(" + field + " & 0x" + Integer.toHexString(mask) + ")");
    }
    for (String field : masked) {
      prefixes.forEach(prefix -> tests.add(field + "=0x" + Integer.toHexString(prefix)));
    }
    return tests.toString();
  }
}
