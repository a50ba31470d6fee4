package dev.starling.chaos.scale;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel counts: time on the processors, and frames through the switch's ports. */
final class Machine {
  private static final double TICKS_PER_SECOND = 100;
  private static final int USER = 11;

  /**
   * What has come into a switch's port, that is, what a node has sent.
   *
   * @param frames of any kind
   * @param bytes of these
   */
  record Traffic(long frames, long bytes) {
    Traffic minus(Traffic earlier) {
      return new Traffic(frames - earlier.frames(), bytes - earlier.bytes());
    }
  }

  private Machine() {}

  /** The seconds that a process has been on a processor; 0 if it is gone. */
  static double cpuSeconds(long process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return (Long.parseLong(words[USER]) + Long.parseLong(words[USER + 1])) / TICKS_PER_SECOND;
    } catch (IOException e) {
      return 0;
    }
  }

  /** The seconds that all processors together have been at work since the machine started. */
  static double busySeconds() {
    try {
      String[] words = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +", -1);
      double ticks = 0;
      // user nice system (idle iowait) irq softirq steal
      for (int index : new int[] {1, 2, 3, 6, 7, 8}) {
        ticks += Long.parseLong(words[index]);
      }
      return ticks / TICKS_PER_SECOND;
    } catch (IOException e) {
      throw new LabException("cannot read /proc/stat", e);
    }
  }

  /** What has come into some ports of a switch, in their order. */
  static List<Traffic> traffic(Namespace network, List<String> ports) {
    String table =
        Command.run(List.of("ip", "netns", "exec", network.name(), "cat", "/proc/net/dev"));
    return ports.stream().map(port -> traffic(table, port)).toList();
  }

  private static Traffic traffic(String table, String port) {
    return table
        .lines()
        .map(line -> line.strip().split("[: ]+", -1))
        .filter(words -> words[0].equals(port))
        .map(words -> new Traffic(Long.parseLong(words[2]), Long.parseLong(words[1])))
        .findFirst()
        .orElseThrow(() -> new LabException("the switch has no port " + port));
  }
}
