package dev.starling.chaos.bench;

import dev.starling.chaos.measure.KernelCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what a product has taken so far from the kernel's own counters, at two moments. */
final class CostMeter {
  /** The counters of one node. */
  private record Reading(double cpuSeconds, double residentMib, KernelCounts.Traffic traffic) {}

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
              KernelCounts.Traffic added = now.traffic().minus(then.traffic());
              nodes.add(
                  new Cost.PerNode(
                      100 * (now.cpuSeconds() - then.cpuSeconds()) / seconds,
                      now.residentMib(),
                      added.sent() / seconds,
                      added.received() / seconds));
            });
    return new Cost(product, Math.round(seconds * 10) / 10.0, nodes);
  }

  private SortedMap<String, Reading> read() {
    List<String> nodes = bed.plan().nodes();
    List<KernelCounts.Traffic> ports = KernelCounts.traffic(bed.network().switchNamespace(), nodes);
    SortedMap<String, Reading> readings = new TreeMap<>();
    for (int index = 0; index < nodes.size(); index++) {
      List<Long> processes = bed.installation().processIds(nodes.get(index));
      readings.put(
          nodes.get(index),
          new Reading(
              processes.stream().mapToDouble(KernelCounts::cpuSeconds).sum(),
              processes.stream().mapToLong(KernelCounts::residentKib).sum() / 1024.0,
              ports.get(index)));
    }
    return readings;
  }
}
