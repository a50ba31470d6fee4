package dev.starling.chaos.soak;

import java.util.List;

/**
 * What came of one round.
 *
 * @param round the round
 * @param takeoverMillis for each service IP that moved away from its owner by the only strike of
 *     the round: from the strike to another node's first announcement; empty if two were at once
 * @param lostProbes of the service IP that lost most, from the first strike until all was well
 * @param steadyMillis from the end of the last strike until all was as the rule says, the second in
 *     which that has to hold included
 * @param contested questions that two nodes answered
 * @param logBytes what the most talkative speaker wrote
 * @param lostInCalm probes lost in the calm afterwards
 * @param coreWaitMillis how long a speaker's thread waited for a core on average
 */
public record Outcome(
    Round round,
    List<Double> takeoverMillis,
    long lostProbes,
    double steadyMillis,
    int contested,
    long logBytes,
    long lostInCalm,
    double coreWaitMillis) {
  /**
   * A mean wait for a core above this has waits of hundreds of milliseconds in it: to one another
   * the speakers look dead then, and each part of the group serves what it can.
   */
  static final double STARVED_MILLIS = 3;

  /** Copies the list. */
  public Outcome {
    takeoverMillis = List.copyOf(takeoverMillis);
  }

  /** Whether the speakers were kept from the cores for so long that nothing can be promised. */
  public boolean starved() {
    return coreWaitMillis > STARVED_MILLIS;
  }
}
