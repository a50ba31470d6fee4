package dev.starling.speaker.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers that are set from outside at each scrape. A series is registered when its labels are
 * first seen; there are at most {@link #MAX_SERIES}, since labels come from links and reasons.
 */
final class Series {
  static final int MAX_SERIES = 4_096;

  private final MeterRegistry registry;
  private final Map<String, Cell> cells = new TreeMap<>();

  Series(MeterRegistry registry) {
    this.registry = registry;
  }

  /** The present value of one series. */
  private static final class Cell {
    private volatile double value;
  }

  /** Sets all series of a gauge to 0, for those whose labels are seen no more. */
  void begin(Metric metric) {
    cells.forEach(
        (key, cell) -> {
          if (key.startsWith(metric.title() + "\n")) {
            cell.value = 0;
          }
        });
  }

  void gauge(Metric metric, Number value, String... labels) {
    set(metric, value, labels, false);
  }

  void counter(Metric metric, Number value, String... labels) {
    set(metric, value, labels, true);
  }

  private void set(Metric metric, Number value, String[] labels, boolean counter) {
    String key = metric.title() + "\n" + String.join("\n", labels);
    Cell cell = cells.get(key);
    if (cell == null) {
      if (cells.size() >= MAX_SERIES) {
        return;
      }
      cell = new Cell();
      cells.put(key, cell);
      register(metric, tags(metric, labels), cell, counter);
    }
    cell.value = value.doubleValue();
  }

  private void register(Metric metric, Tags tags, Cell cell, boolean counter) {
    if (counter) {
      FunctionCounter.builder(metric.base(), cell, c -> c.value)
          .description(metric.doc())
          .tags(tags)
          .register(registry);
    } else {
      Gauge.builder(metric.base(), cell, c -> c.value)
          .description(metric.doc())
          .tags(tags)
          .strongReference(true)
          .register(registry);
    }
  }

  /** The metric's label names with these values. */
  static Tags tags(Metric metric, String... values) {
    if (values.length != metric.labels().size()) {
      throw new IllegalStateException(metric + " has the labels " + metric.labels());
    }
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      pairs.add(metric.labels().get(i));
      pairs.add(values[i]);
    }
    return Tags.of(pairs.toArray(new String[0]));
  }
}
