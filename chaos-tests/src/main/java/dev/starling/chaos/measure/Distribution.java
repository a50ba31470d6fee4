package dev.starling.chaos.measure;

import java.util.Collection;
import java.util.List;

/** Figures of one kind, sorted. Percentiles are figures that were measured (nearest rank). */
public record Distribution(List<Double> sorted) {
  /** Sorts {@code figures}. */
  public static Distribution of(Collection<Double> figures) {
    return new Distribution(figures.stream().sorted().toList());
  }

  /** How many. */
  public int size() {
    return sorted.size();
  }

  /** The smallest figure that {@code percent} of all do not exceed; 0 of none. */
  public double percentile(double percent) {
    if (sorted.isEmpty()) {
      return 0;
    }
    int rank = (int) Math.ceil(percent / 100 * sorted.size());
    return sorted.get(Math.clamp(rank, 1, sorted.size()) - 1);
  }

  /** The middle one. */
  public double median() {
    return percentile(50);
  }

  /** The largest; 0 of none. */
  public double most() {
    return percentile(100);
  }
}
