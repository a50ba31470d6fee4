package dev.starling.membership.jgroups;

import java.util.ArrayList;
import java.util.List;

/** Whose turn it is in a round, where not everybody can be served in each. */
final class Turns {
  private int next;

  /**
   * The next {@code count} of {@code all}, which may be others than in the round before; each once.
   */
  synchronized <T> List<T> next(List<T> all, int count) {
    List<T> served = new ArrayList<>();
    for (int i = 0; i < Math.min(count, all.size()); i++) {
      next = next < all.size() ? next : 0;
      served.add(all.get(next));
      next++;
    }
    return served;
  }
}
