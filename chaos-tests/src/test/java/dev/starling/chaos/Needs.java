package dev.starling.chaos;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a machine must have for a lab. Without it a test is skipped, or fails where CI=true. */
public final class Needs {
  private Needs() {}

  /** The project's folder, given that a lab can be built here. */
  public static Path lab() {
    Path home = namespaces();
    need(Files.isExecutable(home.resolve("bin/starling")), "bin/starling is missing");
    return home;
  }

  /** The project's folder. */
  public static Path home() {
    return Path.of(System.getProperty("starling.home", "..")).toAbsolutePath().normalize();
  }

  /** The project's folder, given that namespaces can be made here. */
  public static Path namespaces() {
    Path home = home();
    String name = "stl" + ProcessHandle.current().pid() + "-probe";
    try {
      Command.run(List.of("ip", "netns", "add", name));
      Command.run(List.of("ip", "netns", "exec", name, "nft", "add", "table", "bridge", "probe"));
    } catch (LabException e) {
      need(false, "no namespaces here: " + e.getMessage());
    } finally {
      remove(name);
    }
    return home;
  }

  /** The library that shows a process another wall clock: Debian's package libfaketime. */
  public static Path fakeTime() {
    List<Path> found = List.of();
    try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
      found =
          folders
              .map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
              .filter(Files::exists)
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    need(!found.isEmpty(), "libfaketime is missing; bin/setup --chaos installs it");
    return found.getFirst();
  }

  private static void remove(String name) {
    if (Files.exists(Path.of("/run/netns", name))) {
      Command.run(List.of("ip", "netns", "del", name));
    }
  }

  /** Skips the test with a reason unless it is {@code there}; where CI=true, fails it. */
  public static void need(boolean there, String reason) {
    if (there) {
      return;
    }
    if (Boolean.parseBoolean(System.getenv("CI"))) {
      fail("CI must not skip this test: " + reason);
    }
    abort(reason);
  }
}
