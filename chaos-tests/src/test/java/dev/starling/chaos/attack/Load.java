package dev.starling.chaos.attack;

import dev.starling.chaos.Lab;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the speakers of a lab take at one moment, by node.
 *
 * @param residentKib memory in RAM
 * @param cpuMillis processor time since the start
 * @param logBytes length of the log
 * @param logLines lines of the log
 * @param nanos when
 */
record Load(
    SortedMap<String, Long> residentKib,
    SortedMap<String, Long> cpuMillis,
    SortedMap<String, Long> logBytes,
    SortedMap<String, Long> logLines,
    long nanos) {
  private static final int TICK_MILLIS = 10;

  /** Now. */
  static Load of(Lab lab) {
    Load load =
        new Load(
            new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), System.nanoTime());
    for (String node : lab.plan().nodes()) {
      load.residentKib.put(node, lab.speaker(node).residentKib());
      load.cpuMillis.put(node, cpuMillis(lab.speaker(node).processId()));
      byte[] log = read(lab.files().log(node));
      load.logBytes.put(node, (long) log.length);
      long lines = 0;
      for (byte each : log) {
        lines += each == '\n' ? 1 : 0;
      }
      load.logLines.put(node, lines);
    }
    return load;
  }

  /** How much more memory than at {@code earlier}, in KiB, where it is the most. */
  long grownKib(Load earlier) {
    return most(residentKib, earlier.residentKib);
  }

  /** Lines written since {@code earlier} by the speaker that wrote the most. */
  long lines(Load earlier) {
    return most(logLines, earlier.logLines);
  }

  /** Bytes written since {@code earlier} by the speaker that wrote the most. */
  long bytes(Load earlier) {
    return most(logBytes, earlier.logBytes);
  }

  /** The share of a core that {@code node} took since {@code earlier}, in percent. */
  double cpuPercent(Load earlier, String node) {
    long millis = of(cpuMillis, node) - of(earlier.cpuMillis, node);
    return millis * 1e8 / (nanos - earlier.nanos);
  }

  private static long most(SortedMap<String, Long> now, SortedMap<String, Long> before) {
    return now.entrySet().stream()
        .mapToLong(entry -> entry.getValue() - of(before, entry.getKey()))
        .max()
        .orElse(0);
  }

  private static long of(SortedMap<String, Long> values, String node) {
    return values.getOrDefault(node, 0L);
  }

  private static long cpuMillis(long pid) {
    String stat = new String(read(Path.of("/proc/" + pid + "/stat")), StandardCharsets.UTF_8);
    // After the name in parentheses, which may hold anything: state is the first, utime the 12th.
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) * TICK_MILLIS;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new LabException("cannot read " + file, e);
    }
  }
}
