package dev.starling.chaos.soak;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One or two strikes, and the calm after them.
 *
 * @param number from 1
 * @param strikes the troubles; two of them are never of one kind, nor for one node's process
 * @param calmMillis how long nothing happens once all is well again
 */
public record Round(int number, List<Strike> strikes, int calmMillis) {
  /** Copies the list. */
  public Round {
    strikes = List.copyOf(strikes);
  }

  /** In words, for a line of progress. */
  public String story() {
    return strikes.stream().map(Strike::story).collect(Collectors.joining(", with "));
  }

  /** How long in all two nodes may answer the same questions in this round. */
  public int togetherMillis() {
    return strikes.stream().mapToInt(strike -> strike.trouble().togetherMillis()).sum();
  }

  /** The one trouble's name, or "two at once". */
  public String kind() {
    return strikes.size() == 1 ? strikes.getFirst().trouble().word() : "two at once";
  }
}
