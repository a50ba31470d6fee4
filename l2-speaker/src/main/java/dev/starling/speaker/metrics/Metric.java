package dev.starling.speaker.metrics;

import java.util.List;

/**
 * One metric of the table.
 *
 * @param title its name in Prometheus, the unit last
 * @param type its kind
 * @param labels the names of its labels
 * @param doc what it says
 */
public record Metric(String title, Type type, List<String> labels, String doc) {
  /** Copies the list. */
  public Metric {
    labels = List.copyOf(labels);
  }

  /** Kinds of metrics, as Prometheus names them. */
  public enum Type {
    /** Goes up and down. */
    GAUGE,
    /** Only grows, until a restart. */
    COUNTER,
    /** Counts by size. */
    HISTOGRAM
  }

  /** The name as Micrometer takes it: without what it adds for the kind and the unit. */
  String base() {
    String suffix =
        switch (type) {
          case GAUGE -> "";
          case COUNTER -> "_total";
          case HISTOGRAM -> "_seconds";
        };
    return title.substring(0, title.length() - suffix.length()).replace('_', '.');
  }
}
