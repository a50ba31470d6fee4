package dev.starling.chaos.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a product takes on each node while nothing happens and no client asks.
 *
 * @param product the product's name
 * @param seconds for how long it was watched
 * @param nodes each node, in order
 */
public record Cost(String product, double seconds, List<PerNode> nodes) {
  /** Copies the list. */
  public Cost {
    nodes = List.copyOf(nodes);
  }

  /**
   * One node.
   *
   * @param cpuPercent of one core, by all its processes
   * @param residentMib the memory in RAM (VmRSS) of all its processes; what they share counts for
   *     each
   * @param sentPerSecond frames that left its card
   * @param receivedPerSecond frames that came to its card
   */
  public record PerNode(
      double cpuPercent, double residentMib, double sentPerSecond, double receivedPerSecond) {}

  /** The mean of a figure over the nodes, with two decimals. */
  public double mean(ToDoubleFunction<PerNode> figure) {
    return round(nodes.stream().mapToDouble(figure).average().orElse(0));
  }

  /** The largest of a figure, with two decimals. */
  public double max(ToDoubleFunction<PerNode> figure) {
    return round(nodes.stream().mapToDouble(figure).max().orElse(0));
  }

  private static double round(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
