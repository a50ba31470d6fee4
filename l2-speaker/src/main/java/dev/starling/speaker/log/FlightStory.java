package dev.starling.speaker.log;

import dev.starling.speaker.core.FlightRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A failover as a row of phases, each in milliseconds since the story began: when its owner was
 * last heard, or else with the first thing that is known.
 *
 * @param startNanos when it began, on the monotonic clock
 * @param phases those that happened, in the order of their names; the first one is at 0
 */
public record FlightStory(long startNanos, List<Phase> phases) {
  /** Copies the list. */
  public FlightStory {
    phases = List.copyOf(phases);
  }

  /**
   * A phase.
   *
   * @param name as people read it: last heard, suspected, view, claimed, first frame
   * @param key as JSON names it: lastHeard, suspected, view, claimed, firstFrame
   * @param millis since the story began, to a tenth; negative where the phases overtook one another
   */
  public record Phase(String name, String key, double millis) {}

  /** The story of a record; without phases if the record has no time at all. */
  public static FlightStory of(FlightRecord flight) {
    String[] names = {"last heard", "suspected", "view", "claimed", "first frame"};
    String[] keys = {"lastHeard", "suspected", "view", "claimed", "firstFrame"};
    long[] nanos = {
      flight.lastHeardNanos(),
      flight.suspectedNanos(),
      flight.viewNanos(),
      flight.claimedNanos(),
      flight.firstFrameNanos()
    };
    long start = 0;
    List<Phase> phases = new ArrayList<>();
    for (int i = 0; i < nanos.length; i++) {
      if (nanos[i] != 0) {
        start = phases.isEmpty() ? nanos[i] : start;
        phases.add(new Phase(names[i], keys[i], Math.round((nanos[i] - start) / 1e5) / 10.0));
      }
    }
    return new FlightStory(start, phases);
  }

  /** Milliseconds from the beginning to the first frame; empty where either is not known. */
  public OptionalDouble totalMillis() {
    boolean whole = phases.size() > 1 && phases.getLast().key().equals("firstFrame");
    return whole ? OptionalDouble.of(phases.getLast().millis()) : OptionalDouble.empty();
  }

  /**
   * For people: {@code last heard, suspected 203.1, view 207.9, claimed 208.0, first frame 212.4}.
   */
  public String text() {
    return Stream.concat(
            phases.stream().limit(1).map(Phase::name),
            phases.stream().skip(1).map(phase -> phase.name() + " " + millis(phase)))
        .collect(Collectors.joining(", "));
  }

  private static String millis(Phase phase) {
    return String.format(Locale.ROOT, "%.1f", phase.millis());
  }
}
