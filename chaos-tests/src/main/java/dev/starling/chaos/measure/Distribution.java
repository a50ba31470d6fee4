package dev.starling.chaos.measure;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measured values in order, and how many measurements have none since what was waited for did not
 * happen. These count as larger than every value.
 *
 * @param sorted the values, smallest first
 * @param missing how many have no value
 */
public record Distribution(List<Double> sorted, int missing) {
  /** Sorts the values. */
  public Distribution {
    sorted = sorted.stream().sorted().toList();
  }

  /** The distribution of {@code values}; null stands for what did not happen. */
  public static Distribution of(Collection<? extends @Nullable Number> values) {
    return new Distribution(
        values.stream().filter(Objects::nonNull).flatMap(Distribution::asDouble).toList(),
        (int) values.stream().filter(Objects::isNull).count());
  }

  /** How many measurements there are. */
  public int count() {
    return sorted.size() + missing;
  }

  /**
   * The nearest-rank percentile: the smallest value that at least {@code percent} of the
   * measurements do not exceed. So it is always a value that was measured; of few measurements the
   * high percentiles are the largest one. Null if it is one that did not happen, or there are none.
   */
  public @Nullable Double percentile(int percent) {
    if (percent < 1 || percent > 100) {
      throw new IllegalArgumentException("a percentile is from 1 to 100, not " + percent);
    }
    int rank = (percent * count() + 99) / 100;
    return rank == 0 || rank > sorted.size() ? null : sorted.get(rank - 1);
  }

  /** The largest; null if one did not happen, or there are none. */
  public @Nullable Double max() {
    return percentile(100);
  }

  /** The middle one; not a number if it did not happen, or there are none. */
  public double median() {
    return orNan(percentile(50));
  }

  /** The largest; not a number if one did not happen, or there are none. */
  public double most() {
    return orNan(max());
  }

  private static double orNan(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  private static Stream<Double> asDouble(@Nullable Number value) {
    return value == null ? Stream.empty() : Stream.of(value.doubleValue());
  }
}
