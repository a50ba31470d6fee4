package dev.starling.speaker.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The present values of all series, apart from the registry: to count costs the loop a look-up, and
 * Micrometer is not loaded before somebody scrapes. There are at most {@link #MAX_SERIES}, since
 * labels come from links and reasons; more are left out.
 */
final class Series {
  static final int MAX_SERIES = 4_096;

  private final SortedMap<String, Cell> cells = new TreeMap<>();

  /** One series. */
  private static final class Cell {
    private final Metric metric;
    private final List<String> labels;
    private volatile double value;
    private boolean registered;

    private Cell(Metric metric, List<String> labels) {
      this.metric = metric;
      this.labels = labels;
    }

    private Tags tags() {
      List<String> pairs = new ArrayList<>();
      for (int i = 0; i < labels.size(); i++) {
        pairs.add(metric.labels().get(i));
        pairs.add(labels.get(i));
      }
      return Tags.of(pairs.toArray(new String[0]));
    }
  }

  /** Sets the value of a series; one label for each of the metric's, in their order. */
  synchronized void set(Metric metric, Number value, String... labels) {
    cell(metric, labels).value = value.doubleValue();
  }

  /** Adds to the value of a series. */
  synchronized void add(Metric metric, int more, String... labels) {
    Cell cell = cell(metric, labels);
    cell.value = cell.value + more;
  }

  /** Sets all series of a gauge to 0, for the sake of labels that are seen no more. */
  synchronized void clear(Metric metric) {
    for (Cell cell : cells.values()) {
      if (cell.metric.equals(metric)) {
        cell.value = 0;
      }
    }
  }

  /** Registers the series that are new since the last call. */
  synchronized void register(MeterRegistry registry) {
    for (Cell cell : cells.values()) {
      if (!cell.registered) {
        cell.registered = true;
        register(cell, registry);
      }
    }
  }

  private Cell cell(Metric metric, String... labels) {
    if (labels.length != metric.labels().size()) {
      throw new IllegalStateException(metric.title() + " has the labels " + metric.labels());
    }
    String key = metric.title() + '\n' + String.join("\n", labels);
    Cell known = cells.get(key);
    if (known != null) {
      return known;
    }
    Cell cell = new Cell(metric, List.of(labels));
    if (cells.size() < MAX_SERIES) {
      cells.put(key, cell);
    }
    return cell;
  }

  private static void register(Cell cell, MeterRegistry registry) {
    String name = cell.metric.base();
    String doc = cell.metric.doc();
    switch (cell.metric.type()) {
      case GAUGE ->
          Gauge.builder(name, cell, c -> c.value)
              .description(doc)
              .tags(cell.tags())
              .strongReference(true)
              .register(registry);
      case COUNTER ->
          FunctionCounter.builder(name, cell, c -> c.value)
              .description(doc)
              .tags(cell.tags())
              .register(registry);
      case HISTOGRAM -> throw new IllegalStateException(name + " has no single value");
    }
  }
}
