package dev.starling.chaos.soak;

import dev.starling.chaos.measure.Distribution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What one process of a speaker has taken of the machine, over its whole life.
 *
 * @param series at least one, oldest first
 */
public record Life(List<Vitals> series) {
  /** A life has to be this long before anything can be said of its growth. */
  private static final long JUDGED_NANOS = 600_000_000_000L;

  private static final double GROWTH_LIMIT = 1.15;
  private static final long GROWTH_LIMIT_KIB = 4_096;
  private static final int FILES_LIMIT = 4;

  /** Copies the list. */
  public Life {
    series = List.copyOf(series);
  }

  /** All lives among {@code vitals}, by their beginning. */
  public static List<Life> of(Collection<Vitals> vitals) {
    SortedMap<Long, List<Vitals>> byProcess = new TreeMap<>();
    vitals.forEach(
        each -> byProcess.computeIfAbsent(each.process(), _ -> new ArrayList<>()).add(each));
    return byProcess.values().stream().map(Life::new).toList();
  }

  /** Whose. */
  public String node() {
    return first().node();
  }

  /** The first look. */
  public Vitals first() {
    return series.getFirst();
  }

  /** The last look. */
  public Vitals last() {
    return series.getLast();
  }

  /** From the first look to the last. */
  public double minutes() {
    return (last().nanos() - first().nanos()) / 60e9;
  }

  /** The most memory at any look. */
  public long mostKib() {
    return series.stream().mapToLong(Vitals::residentKib).max().orElse(0);
  }

  /**
   * Growth of memory in KiB a minute, by least squares over the second half of the life: what came
   * before is warming up. 0 for fewer than three looks.
   */
  public double slopeKibPerMinute() {
    List<Vitals> late = series.subList(series.size() / 2, series.size());
    if (late.size() < 3) {
      return 0;
    }
    long origin = late.getFirst().nanos();
    double meanX = late.stream().mapToDouble(v -> (v.nanos() - origin) / 60e9).average().orElse(0);
    double meanY = late.stream().mapToDouble(Vitals::residentKib).average().orElse(0);
    double above = 0;
    double below = 0;
    for (Vitals each : late) {
      double x = (each.nanos() - origin) / 60e9 - meanX;
      above += x * (each.residentKib() - meanY);
      below += x * x;
    }
    return below == 0 ? 0 : above / below;
  }

  /** What of it is not flat; empty if all is, or if the life was too short to tell. */
  public Optional<String> growth() {
    if (last().nanos() - first().nanos() < JUDGED_NANOS) {
      return Optional.empty();
    }
    double early = quarter(1, Vitals::residentKib);
    double late = quarter(3, Vitals::residentKib);
    boolean memory = late > early * GROWTH_LIMIT + GROWTH_LIMIT_KIB;
    boolean threads = quarter(3, Vitals::threads) > quarter(1, Vitals::threads) + FILES_LIMIT;
    boolean files = quarter(3, Vitals::files) > quarter(1, Vitals::files) + FILES_LIMIT;
    if (!memory && !threads && !files) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s has grown: memory %.0f to %.0f KiB, threads %.0f to %.0f, files %.0f to %.0f",
            node(),
            early,
            late,
            quarter(1, Vitals::threads),
            quarter(3, Vitals::threads),
            quarter(1, Vitals::files),
            quarter(3, Vitals::files)));
  }

  /** The median of one quarter of the life, 0 to 3. */
  private double quarter(int number, ToLongFunction<Vitals> figure) {
    int from = series.size() * number / 4;
    int to = Math.max(from + 1, series.size() * (number + 1) / 4);
    return Distribution.of(
            series.subList(from, to).stream()
                .map(each -> (double) figure.applyAsLong(each))
                .toList())
        .median();
  }
}
