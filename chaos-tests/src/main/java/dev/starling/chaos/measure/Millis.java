package dev.starling.chaos.measure;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The phases of one failover, in milliseconds after the fault with one decimal; null where a phase
 * did not happen.
 *
 * @param suspected the new owner knew that enough observers report the old one
 * @param view a view without the old owner was in force at the new one
 * @param firstFrame the client's cable carried the new owner's first announcement
 * @param firstReply the client had its first reply from the new owner
 */
public record Millis(
    @Nullable Double suspected,
    @Nullable Double view,
    @Nullable Double firstFrame,
    @Nullable Double firstReply) {
  /** Phases of which none happened. */
  public static final Millis NONE = new Millis(null, null, null, null);

  /** From a moment to another, in milliseconds with one decimal. */
  public static double between(long fromNanos, long toNanos) {
    return Math.round((toNanos - fromNanos) / 1e5) / 10.0;
  }

  /** The median of each phase over those in which it happened. */
  public static Millis median(Collection<Millis> all) {
    return new Millis(
        median(all.stream().map(Millis::suspected)),
        median(all.stream().map(Millis::view)),
        median(all.stream().map(Millis::firstFrame)),
        median(all.stream().map(Millis::firstReply)));
  }

  /** The median of those that are there; of an even number the mean of the middle two. */
  public static @Nullable Double median(Stream<@Nullable Double> values) {
    List<Double> sorted =
        values
            .flatMap(value -> value == null ? Stream.<Double>empty() : Stream.of(value))
            .sorted()
            .toList();
    if (sorted.isEmpty()) {
      return null;
    }
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return Math.round(median * 10) / 10.0;
  }
}
