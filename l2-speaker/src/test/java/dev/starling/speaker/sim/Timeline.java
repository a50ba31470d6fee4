package dev.starling.speaker.sim;

import java.util.PriorityQueue;

/** Virtual time: events in the order of their moments, and of their making within one moment. */
final class Timeline {
  /** Events in one run, at most: beyond that the cluster is in a loop. */
  private static final int EVENTS_MAX = 300_000;

  private record Entry(long nanos, long order, Runnable action) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return nanos != other.nanos
          ? Long.signum(nanos - other.nanos)
          : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long orders;
  private long nowNanos;

  Timeline(long startNanos) {
    nowNanos = startNanos;
  }

  long nowNanos() {
    return nowNanos;
  }

  void at(long whenNanos, Runnable action) {
    entries.add(new Entry(whenNanos - nowNanos < 0 ? nowNanos : whenNanos, orders++, action));
  }

  void in(long delayNanos, Runnable action) {
    at(nowNanos + delayNanos, action);
  }

  /** Runs until {@code delayNanos} from now, calling {@code check} after each event. */
  void run(long delayNanos, Runnable check) {
    long endNanos = nowNanos + delayNanos;
    while (!entries.isEmpty() && entries.peek().nanos() - endNanos <= 0) {
      Entry next = entries.remove();
      if (orders > EVENTS_MAX) {
        throw new AssertionError("no end in sight after " + orders + " events");
      }
      nowNanos = next.nanos();
      next.action().run();
      check.run();
    }
    nowNanos = endNanos;
  }
}
