package dev.starling.chaos.soak;

import java.util.List;
import java.util.Locale;

/**
 * One trouble for some nodes.
 *
 * @param trouble what
 * @param nodes whom it is for, in an order that means something for {@link Trouble#KEYS}
 * @param afterMillis from the beginning of the round
 * @param lastsMillis until it is undone
 */
public record Strike(Trouble trouble, List<String> nodes, int afterMillis, int lastsMillis) {
  /** Copies the list. */
  public Strike {
    nodes = List.copyOf(nodes);
  }

  /** Whether {@code node} is one of those that it is for. */
  public boolean hits(String node) {
    return nodes.contains(node);
  }

  /** In words, for a line of progress. */
  public String story() {
    String who = trouble.reach() == Trouble.Reach.ALL ? "all" : String.join("+", nodes);
    return String.format(Locale.ROOT, "%s %s %.1f s", trouble.word(), who, lastsMillis / 1000.0);
  }
}
