package dev.starling.arpndp.netns;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.pcap4j.core.Pcaps;

/** What tests on real links need. Without it they are skipped, but not where CI must run them. */
public final class Requirements {
  private Requirements() {}

  /** Root, Linux, the {@code ip} command with namespaces. */
  public static void namespaces() {
    require(isRoot(), "needs root");
    require(onPath("ip") && onPath("nsenter"), "needs the commands ip and nsenter");
  }

  /** {@link #namespaces} and libpcap. */
  public static void capture() {
    namespaces();
    require(hasLibpcap(), "needs libpcap");
  }

  private static void require(boolean met, String reason) {
    if (!met && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(reason + ", and CI=true allows no skipping");
    }
    assumeTrue(met, reason);
  }

  private static boolean isRoot() {
    try {
      return Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean onPath(String command) {
    return Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin")
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }

  private static boolean hasLibpcap() {
    try {
      return !Pcaps.libVersion().isEmpty();
    } catch (LinkageError e) {
      return false;
    }
  }
}
