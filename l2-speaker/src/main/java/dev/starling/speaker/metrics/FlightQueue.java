package dev.starling.speaker.metrics;

import dev.starling.speaker.core.FlightRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Failovers that wait for the next scrape; of more than it holds, the oldest go. */
final class FlightQueue {
  /** Far more than happen between two scrapes; without scrapes nobody misses them. */
  static final int MAX_FLIGHTS = 1_000;

  private final Deque<FlightRecord> flights = new ArrayDeque<>();

  synchronized void add(FlightRecord flight) {
    if (flights.size() == MAX_FLIGHTS) {
      flights.removeFirst();
    }
    flights.addLast(flight);
  }

  /** Takes all of them, oldest first. */
  synchronized List<FlightRecord> drain() {
    List<FlightRecord> all = List.copyOf(flights);
    flights.clear();
    return all;
  }
}
