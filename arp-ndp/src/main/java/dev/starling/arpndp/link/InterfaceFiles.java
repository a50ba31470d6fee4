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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel tells of an interface under /sys/class/net: some 0.1 ms for one, unlike libpcap's
 * list, which takes a second and misses some.
 */
final class InterfaceFiles {
  private static final int IFF_UP = 0x1;
  private static final int IFF_NOARP = 0x80;

  private final Path root;
  private final Content content;

  /** Reads a file. */
  interface Content {
    /** The whole file as text. */
    String of(Path file) throws IOException;
  }

  InterfaceFiles(Path root) {
    this(root, Files::readString);
  }

  /** For interfaces whose files are read by {@code content}. */
  InterfaceFiles(Path root, Content content) {
    this.root = root;
    this.content = content;
  }

  /**
   * Whether the interface is what {@code known} says, but for its MTU and its own IP addresses; for
   * half the cost of {@link #read}.
   */
  boolean looksLike(LinkInfo known) {
    Path files = root.resolve(known.name());
    if (number(files, "ifindex", 10) != known.index()) {
      return false;
    }
    if (!known.present()) {
      return true;
    }
    int flags = number(files, "flags", 16);
    // The kernel counts each change of the carrier, so that the carrier itself need not be read.
    return isUp(flags) == known.up()
        && hasNoArp(flags) == known.noArp()
        && number(files, "carrier_changes", 10) == known.carrierChanges()
        && Objects.equals(mac(files), known.mac())
        && isEnslaved(files) == known.enslaved();
  }

  /** The interface now, with the addresses that the caller knows. */
  LinkInfo read(String name, List<InetAddress> addresses) {
    Path files = root.resolve(name);
    int index = number(files, "ifindex", 10);
    if (index == 0) {
      return LinkInfo.absent(name);
    }
    int flags = number(files, "flags", 16);
    // Before the carrier: if that changes in between, looksLike finds another count, and it is read
    // again. The other way round the new count would vouch for the old carrier.
    int carrierChanges = number(files, "carrier_changes", 10);
    return new LinkInfo(
        name,
        true,
        index,
        isUp(flags),
        number(files, "carrier", 10) == 1,
        carrierChanges,
        mac(files),
        hasNoArp(flags),
        isEnslaved(files),
        number(files, "mtu", 10),
        addresses);
  }

  private static boolean isUp(int flags) {
    return (flags & IFF_UP) != 0;
  }

  private static boolean hasNoArp(int flags) {
    return (flags & IFF_NOARP) != 0;
  }

  private static boolean isEnslaved(Path files) {
    return Files.exists(files.resolve("master"));
  }

  private @Nullable MacAddress mac(Path files) {
    return MacAddress.parse(text(files, "address")).filter(MacAddress::isUnicast).orElse(null);
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
  private int number(Path files, String file, int radix) {
    String text = text(files, file);
    try {
      return Integer.parseInt(text.startsWith("0x") ? text.substring(2) : text, radix);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private String text(Path files, String file) {
    try {
      return content.of(files.resolve(file)).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
