package dev.starling.chaos.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what a product has taken so far from the kernel's own counters, at two moments. */
final class CostMeter {
  /** The kernel counts CPU time in hundredths of a second for all who read it (USER_HZ). */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  /** The counters of one node. */
  private record Reading(double cpuSeconds, double residentMib, long sent, long received) {}

  private final Bed bed;
  private final String product;
  private final long beganNanos;
  private final SortedMap<String, Reading> before;

  /** Takes the first reading. */
  CostMeter(Bed bed, String product) {
    this.bed = bed;
    this.product = product;
    this.before = read();
    this.beganNanos = System.nanoTime();
  }

  /** Takes the second reading. */
  Cost finish() {
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    List<Cost.PerNode> nodes = new ArrayList<>();
    read()
        .forEach(
            (node, now) -> {
              Reading then = before.getOrDefault(node, now);
              nodes.add(
                  new Cost.PerNode(
                      100 * (now.cpuSeconds() - then.cpuSeconds()) / seconds,
                      now.residentMib(),
                      (now.sent() - then.sent()) / seconds,
                      (now.received() - then.received()) / seconds));
            });
    return new Cost(product, Math.round(seconds * 10) / 10.0, nodes);
  }

  private SortedMap<String, Reading> read() {
    JsonNode ports = ports();
    SortedMap<String, Reading> readings = new TreeMap<>();
    for (String node : bed.plan().nodes()) {
      double cpuSeconds = 0;
      double residentMib = 0;
      for (long pid : bed.installation().processIds(node)) {
        cpuSeconds += cpuSeconds(pid);
        residentMib += residentMib(pid);
      }
      JsonNode statistics = ports.path(node).path("stats64");
      // What the port receives is what the node has sent.
      readings.put(
          node,
          new Reading(
              cpuSeconds,
              residentMib,
              statistics.path("rx").path("packets").asLong(),
              statistics.path("tx").path("packets").asLong()));
    }
    return readings;
  }

  /** The switch's ports by name, which is the node's. */
  private JsonNode ports() {
    String name = bed.network().node("switch").name();
    ObjectMapper mapper = new ObjectMapper();
    try {
      var byName = mapper.createObjectNode();
      mapper
          .readTree(Command.run(List.of("ip", "-netns", name, "-stats", "-json", "link")))
          .forEach(port -> byName.set(port.path("ifname").asText(), port));
      return byName;
    } catch (JsonProcessingException e) {
      throw new LabException("cannot read the switch's counters", e);
    }
  }

  private static double cpuSeconds(long pid) {
    String stat = read(Path.of("/proc", String.valueOf(pid), "stat"));
    // The name of the program, in parentheses, may hold blanks.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]))
        / TICKS_PER_SECOND;
  }

  private static double residentMib(long pid) {
    return read(Path.of("/proc", String.valueOf(pid), "status"))
            .lines()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        / 1024.0;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new LabException("cannot read " + file, e);
    }
  }
}
