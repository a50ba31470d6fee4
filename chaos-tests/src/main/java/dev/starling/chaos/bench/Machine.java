package dev.starling.chaos.bench;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine that the bench runs on, in one line that names no host. */
public final class Machine {
  private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.+)$");
  private static final Pattern KERNEL = Pattern.compile("\\d+(\\.\\d+)*");

  private Machine() {}

  /** This machine: cores, model of the CPU if it is known, version of the kernel. */
  public static String describe() {
    return describe(
        Runtime.getRuntime().availableProcessors(),
        read(Path.of("/proc/cpuinfo")),
        read(Path.of("/proc/sys/kernel/osrelease")));
  }

  /** The line for the texts of {@code /proc/cpuinfo} and {@code /proc/sys/kernel/osrelease}. */
  static String describe(int cores, String cpuinfo, String release) {
    Matcher model = MODEL.matcher(cpuinfo);
    // What follows the numbers is the builder's own name for it.
    Matcher kernel = KERNEL.matcher(release);
    return String.format(
        Locale.ROOT,
        "%d cores%s, Linux %s",
        cores,
        model.find() ? " (" + model.group(1).strip() + ")" : "",
        kernel.lookingAt() ? kernel.group() : "of unknown version");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new LabException("cannot read " + file, e);
    }
  }
}
