package dev.starling.chaos.measure;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel counts: time on the processors, and frames through the switch's ports. */
public final class KernelCounts {
  /** The kernel counts CPU time in hundredths of a second for all who read it (USER_HZ). */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER = 11;
  private static final int SYSTEM = 12;

  /* The columns of /proc/net/dev, after the name. */
  private static final int RECEIVED_BYTES = 1;
  private static final int RECEIVED_FRAMES = 2;
  private static final int SENT_FRAMES = 10;

  /** In /proc/net/udp: hexadecimal, {@code tx_queue:rx_queue}. */
  private static final int SOCKET_QUEUES = 4;

  /**
   * What a node has sent and received, as the switch's port counts it.
   *
   * @param sent frames of any kind
   * @param sentBytes bytes of these
   * @param received frames of any kind
   */
  public record Traffic(long sent, long sentBytes, long received) {
    /** What was added since {@code earlier}. */
    public Traffic minus(Traffic earlier) {
      return new Traffic(
          sent - earlier.sent(), sentBytes - earlier.sentBytes(), received - earlier.received());
    }
  }

  private KernelCounts() {}

  /** The seconds that a living process has been on a processor. */
  public static double cpuSeconds(long process) {
    String stat = read(process, "stat");
    // The name of the program, in parentheses, may hold blanks.
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM])) / TICKS_PER_SECOND;
  }

  /** The memory of a living process, in KiB. */
  public static long residentKib(long process) {
    return read(process, "status")
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .sum();
  }

  /**
   * What waits to be sent in the fullest of the UDP sockets that a living process's network has, in
   * bytes as the kernel charges them: packets for neighbours that do not answer, above all.
   */
  public static long udpBytesQueued(long process) {
    return (read(process, "net/udp") + read(process, "net/udp6"))
        .lines()
        .map(line -> line.strip().split(" +", -1))
        .filter(words -> words.length > SOCKET_QUEUES && words[SOCKET_QUEUES].indexOf(':') == 8)
        .mapToLong(words -> Long.parseLong(words[SOCKET_QUEUES].substring(0, 8), 16))
        .max()
        .orElse(0);
  }

  /** The seconds that all processors together have been at work since the machine started. */
  public static double busySeconds() {
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

  /** What went through some ports of a switch, in their order. */
  public static List<Traffic> traffic(Namespace network, List<String> ports) {
    String table =
        Command.run(List.of("ip", "netns", "exec", network.name(), "cat", "/proc/net/dev"));
    return ports.stream().map(port -> traffic(table, port)).toList();
  }

  private static Traffic traffic(String table, String port) {
    return table
        .lines()
        .map(line -> line.strip().split("[: ]+", -1))
        .filter(words -> words[0].equals(port))
        .map(KernelCounts::traffic)
        .findFirst()
        .orElseThrow(() -> new LabException("the switch has no port " + port));
  }

  /** The port receives what the node sends. */
  private static Traffic traffic(String[] words) {
    return new Traffic(
        Long.parseLong(words[RECEIVED_FRAMES]),
        Long.parseLong(words[RECEIVED_BYTES]),
        Long.parseLong(words[SENT_FRAMES]));
  }

  private static String read(long process, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process), file));
    } catch (IOException e) {
      throw new LabException("cannot read the " + file + " of process " + process, e);
    }
  }
}
