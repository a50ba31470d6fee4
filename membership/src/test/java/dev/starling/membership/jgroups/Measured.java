package dev.starling.membership.jgroups;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Prints what an integration test has measured. */
final class Measured {
  private Measured() {}

  /** From {@code startNanos} until each speaker's last view. */
  static void print(String what, long startNanos, Collection<Speaker> speakers) {
    StringBuilder line = new StringBuilder("MEASURED ").append(what).append(':');
    if (speakers.isEmpty()) {
      line.append(String.format(Locale.ROOT, " %.1f", millis(System.nanoTime() - startNanos)));
    }
    for (Speaker speaker : speakers) {
      line.append(
          String.format(
              Locale.ROOT,
              " %s %.1f",
              speaker.node(),
              millis(speaker.views.getLast().nanos() - startNanos)));
    }
    System.out.println(line.append(" ms"));
  }

  static double millis(long nanos) {
    return nanos / 1e6;
  }

  static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
