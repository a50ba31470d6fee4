package dev.starling.chaos.scale;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.observe.WireFrame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Many service IPs that move at once, as their announcements on one cable tell it.
 *
 * @param ips how many should move
 * @param moved how many did
 * @param view from the cause to the view without the old owner, in ms; null if there was none
 * @param first from the cause to the first announcement by another node, in ms
 * @param half to the moment when half of them had been announced
 * @param last to the moment when each of them had been announced once
 * @param frames how many announcements that took, repeats included
 * @param peak the most announcements in 100 ms, times ten
 * @param lost frames that the capture may have missed
 */
public record Burst(
    int ips,
    int moved,
    @Nullable Double view,
    double first,
    double half,
    double last,
    int frames,
    int peak,
    long lost) {
  private static final long WINDOW_NANOS = 100_000_000L;

  /** From the view, or without one from the first announcement, to the last first one, in ms. */
  public double spread() {
    return Math.round((last - (view == null ? first : view)) * 10) / 10.0;
  }

  /**
   * Reads a burst out of what was announced.
   *
   * @param all the announcements since {@code cause}, oldest first
   * @param old the hardware address of the old owner
   * @param view when a view without the old owner was in force, null if there was none
   */
  static Burst of(
      int ips, List<WireFrame> all, long cause, String old, @Nullable Long view, long lost) {
    List<WireFrame> others = all.stream().filter(frame -> !frame.mac().equals(old)).toList();
    Set<String> seen = new HashSet<>();
    List<Long> firsts = new ArrayList<>();
    int frames = 0;
    for (int index = 0; index < others.size() && firsts.size() < ips; index++) {
      frames++;
      if (seen.add(others.get(index).ip())) {
        firsts.add(others.get(index).nanos());
      }
    }
    return new Burst(
        ips,
        firsts.size(),
        view == null ? null : Millis.between(cause, view),
        firsts.isEmpty() ? 0 : Millis.between(cause, firsts.getFirst()),
        firsts.isEmpty() ? 0 : Millis.between(cause, firsts.get(firsts.size() / 2)),
        firsts.isEmpty() ? 0 : Millis.between(cause, firsts.getLast()),
        frames,
        peak(others),
        lost);
  }

  private static int peak(List<WireFrame> frames) {
    int most = 0;
    int from = 0;
    for (int to = 0; to < frames.size(); to++) {
      while (frames.get(to).nanos() - frames.get(from).nanos() > WINDOW_NANOS) {
        from++;
      }
      most = Math.max(most, to - from + 1);
    }
    return most * 10;
  }
}
