package dev.starling.membership.jgroups;

import java.util.ArrayList;
import java.util.List;

/**
 * Whose turn it is in a round, where not everybody can be served in each: ten, or as many as serve
 * everybody within twenty rounds.
 */
final class Turns {
  private static final int SERVED_MIN = 10;
  private static final int ROUNDS_MAX = 20;

  private int next;

  /** The next ones of {@code all}, which may be others than in the round before. */
  synchronized <T> List<T> next(List<T> all) {
    int count = Math.min(all.size(), Math.max(SERVED_MIN, Math.ceilDiv(all.size(), ROUNDS_MAX)));
    List<T> served = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      next = next < all.size() ? next : 0;
      served.add(all.get(next));
      next++;
    }
    return served;
  }
}
