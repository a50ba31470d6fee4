package dev.starling.arpndp.link;

import dev.starling.arpndp.wire.MacAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * What the kernel tells of an interface under /sys/class/net: some 0.1 ms for one, unlike libpcap's
 * list, which takes a second and misses some.
 */
final class InterfaceFiles {
  private static final int IFF_UP = 0x1;
  private static final int IFF_NOARP = 0x80;

  private final Path root;

  InterfaceFiles(Path root) {
    this.root = root;
  }

  /** The interface now, with the addresses that the caller knows. */
  LinkInfo read(String name, List<InetAddress> addresses) {
    Path files = root.resolve(name);
    int index = number(files, "ifindex", 10);
    if (index == 0) {
      return LinkInfo.absent(name);
    }
    int flags = number(files, "flags", 16);
    MacAddress mac =
        MacAddress.parse(text(files, "address")).filter(MacAddress::isUnicast).orElse(null);
    return new LinkInfo(
        name,
        true,
        index,
        (flags & IFF_UP) != 0,
        number(files, "carrier", 10) == 1,
        number(files, "carrier_changes", 10),
        mac,
        (flags & IFF_NOARP) != 0,
        Files.exists(files.resolve("master")),
        number(files, "mtu", 10),
        addresses);
  }

  /** The interface's own IP addresses, in the order of their text; empty if it has none. */
  static List<InetAddress> addresses(String name) {
    try {
      NetworkInterface networkInterface = NetworkInterface.getByName(name);
      return networkInterface == null
          ? List.of()
          : networkInterface
              .inetAddresses()
              .sorted(Comparator.comparing(InetAddress::getHostAddress))
              .toList();
    } catch (SocketException e) {
      // The interface went away between two system calls; the next poll says so.
      return List.of();
    }
  }

  /**
   * 0 where the file is missing or, as for the carrier of an interface that is down, unreadable.
   */
  private static int number(Path files, String file, int radix) {
    String text = text(files, file);
    try {
      return Integer.parseInt(text.startsWith("0x") ? text.substring(2) : text, radix);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String text(Path files, String file) {
    try {
      return Files.readString(files.resolve(file)).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
