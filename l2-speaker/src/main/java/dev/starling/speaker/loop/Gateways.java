package dev.starling.speaker.loop;

import dev.starling.arpndp.wire.IpAddresses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The default gateways of each interface, from the kernel's text files: {@code /proc/net/route}
 * (addresses in the host's byte order) and {@code /proc/net/ipv6_route}.
 */
final class Gateways {
  private static final Path IPV4 = Path.of("/proc/net/route");
  private static final Path IPV6 = Path.of("/proc/net/ipv6_route");

  /** RTF_UP and RTF_GATEWAY of linux/route.h. */
  private static final int USABLE_GATEWAY = 0x1 | 0x2;

  /** RTF_REJECT of linux/route.h: an unreachable route, not a gateway. */
  private static final int REJECT = 0x200;

  /** Gateways kept for each interface. */
  private static final int GATEWAYS_MAX = 8;

  /** Files that are longer are read in part: a router's full table is not for a speaker. */
  private static final int LINES_MAX = 4_096;

  private Gateways() {}

  /** Where gateways come from. */
  interface Source {
    /** The gateways by the name of their interface. */
    SortedMap<String, List<InetAddress>> read();
  }

  /**
   * The kernel's present answer; an interface without gateway, or an unreadable file, adds none.
   */
  static SortedMap<String, List<InetAddress>> read() {
    SortedMap<String, List<InetAddress>> gateways = new TreeMap<>();
    addIpv4(lines(IPV4), gateways);
    addIpv6(lines(IPV6), gateways);
    return gateways;
  }

  /** Adds the default gateways of {@code /proc/net/route}. */
  static void addIpv4(List<String> lines, SortedMap<String, List<InetAddress>> gateways) {
    for (String line : lines) {
      // Iface Destination Gateway Flags RefCnt Use Metric Mask ...
      String[] words = line.strip().split("\\s+", 9);
      if (words.length < 8
          || !words[1].equals("00000000")
          || !words[7].equals("00000000")
          || !isGateway(words[3])) {
        continue;
      }
      byte[] bytes = bytes(words[2], 4);
      if (bytes.length == 4) {
        byte[] network = {bytes[3], bytes[2], bytes[1], bytes[0]};
        add(words[0], IpAddresses.ipv4(network, 0), gateways);
      }
    }
  }

  /** Adds the default gateways of {@code /proc/net/ipv6_route}. */
  static void addIpv6(List<String> lines, SortedMap<String, List<InetAddress>> gateways) {
    for (String line : lines) {
      // destination length source length gateway metric references uses flags interface
      String[] words = line.strip().split("\\s+", 11);
      if (words.length < 10
          || !words[0].equals("0".repeat(32))
          || !words[1].equals("00")
          || !isGateway(words[8])) {
        continue;
      }
      byte[] bytes = bytes(words[4], 16);
      if (bytes.length == 16) {
        add(words[9], IpAddresses.ipv6(bytes, 0), gateways);
      }
    }
  }

  private static void add(
      String link, InetAddress gateway, SortedMap<String, List<InetAddress>> gateways) {
    List<InetAddress> known = gateways.computeIfAbsent(link, _ -> new ArrayList<>());
    if (!gateway.isAnyLocalAddress() && !known.contains(gateway) && known.size() < GATEWAYS_MAX) {
      known.add(gateway);
    }
  }

  private static boolean isGateway(String flags) {
    try {
      int bits = Integer.parseUnsignedInt(flags, 16);
      return (bits & USABLE_GATEWAY) == USABLE_GATEWAY && (bits & REJECT) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static byte[] bytes(String hex, int length) {
    try {
      return hex.length() == 2 * length ? HexFormat.of().parseHex(hex) : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static List<String> lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.limit(LINES_MAX).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
