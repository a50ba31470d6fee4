package dev.starling.chaos.bench;

/**
 * What happened at full load with nothing broken.
 *
 * @param product the product's name
 * @param minutes for how long
 * @param busyLoops how many endless loops took the cores
 * @param falseFailovers how often another node took the service IP from the owner
 * @param probes how many probes the client sent
 * @param lostProbes how many of them had no reply
 */
public record Strain(
    String product, double minutes, int busyLoops, int falseFailovers, int probes, int lostProbes) {
  /** Before anything has happened. */
  static Strain none(String product, int busyLoops) {
    return new Strain(product, 0, busyLoops, 0, 0, 0);
  }

  /** The same and what happened in some more minutes. */
  Strain and(double more, int failovers, int sent, int lost) {
    return new Strain(
        product,
        minutes + more,
        busyLoops,
        falseFailovers + failovers,
        probes + sent,
        lostProbes + lost);
  }
}
