package dev.starling.speaker.loop;

import dev.starling.speaker.kube.plan.Unplanned;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.event.Level;

/**
 * Says what is not announced as the cluster asks: each thing once for as long as it lasts, and so
 * many lines a minute at most, whatever changes how often. The status has all of it.
 */
final class UnplannedLog {
  /** Lines in a minute. */
  static final int LINES_MAX = 20;

  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final LongSupplier clock;
  private final Voice voice;
  private SortedSet<Unplanned> told = new TreeSet<>();
  private boolean begun;
  private long minuteNanos;
  private int lines;
  private long untold;

  /** Where the lines go. */
  interface Voice {
    /** Says one. */
    void say(Level level, String line);
  }

  /**
   * A log that has told nothing.
   *
   * @param clock in nanoseconds
   */
  UnplannedLog(LongSupplier clock, Voice voice) {
    this.clock = clock;
    this.voice = voice;
  }

  /** Says what is new in {@code now}, what has to be mended first. */
  void tell(List<Unplanned> now) {
    long nowNanos = clock.getAsLong();
    if (!begun || nowNanos - minuteNanos >= MINUTE_NANOS) {
      begun = true;
      minuteNanos = nowNanos;
      lines = 0;
      untold = 0;
    }
    SortedSet<Unplanned> all = new TreeSet<>(now);
    List<Unplanned> fresh = new ArrayList<>(all);
    fresh.removeAll(told);
    told = all;
    fresh.stream().filter(Unplanned::fault).forEach(each -> say(Level.WARN, each));
    fresh.stream().filter(each -> !each.fault()).forEach(each -> say(Level.INFO, each));
  }

  private void say(Level level, Unplanned each) {
    if (lines < LINES_MAX) {
      lines++;
      voice.say(level, "not announced: " + each);
    } else if (untold++ == 0) {
      voice.say(Level.INFO, "not announced: more, see the status");
    }
  }
}
