package dev.starling.arpndp.link;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/** The interfaces that this host has. */
public final class Interfaces {
  /** Interfaces looked at, at most: a node of a hundred pods has a hundred of theirs. */
  private static final int LIMIT = 4_096;

  private static final Path SYSFS = Path.of("/sys/class/net");
  private static final String ETHERNET = "1";

  private Interfaces() {}

  /**
   * The names of the Ethernet interfaces that speak for themselves: not of the ports of a bond, a
   * bridge or a VRF. Up or down. Some 0.1 ms for each.
   */
  public static SortedSet<String> ethernet() {
    return ethernet(SYSFS);
  }

  static SortedSet<String> ethernet(Path sysfs) {
    SortedSet<String> names = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(sysfs)) {
      int looked = 0;
      for (Path files : all) {
        if (looked++ < LIMIT && isEthernet(files) && !Files.exists(files.resolve("master"))) {
          names.add(String.valueOf(files.getFileName()));
        }
      }
    } catch (IOException e) {
      // Without a sysfs there is nothing that could be watched, either.
      return names;
    }
    return names;
  }

  private static boolean isEthernet(Path files) {
    try {
      return Files.readString(files.resolve("type")).strip().equals(ETHERNET);
    } catch (IOException e) {
      // It went away while it was looked at, or is a file that is no interface: bonding_masters.
      return false;
    }
  }
}
