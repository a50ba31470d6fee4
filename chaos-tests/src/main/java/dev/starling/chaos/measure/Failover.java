package dev.starling.chaos.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one fault did to one service IP.
 *
 * @param fault what was done
 * @param family the service IP's
 * @param victim the node it was done to; null where nothing was done
 * @param newOwner the node that took over; null if none did
 * @param probes how many probes the client sent from the fault until it was mended
 * @param lostProbes how many of them had no reply
 * @param millis the phases
 * @param home how the service IP went back to its first owner
 */
public record Failover(
    Fault fault,
    Family family,
    @Nullable String victim,
    @Nullable String newOwner,
    int probes,
    int lostProbes,
    Millis millis,
    Home home) {
  /**
   * The way back after the fault was mended.
   *
   * @param joinedMillis from the exec of the victim's new speaker until a view of all was in force
   *     at it; null if it was not started anew
   * @param millis from mending until the first owner had announced the service IP and no other node
   *     spoke for it any more; null if that was not seen
   * @param lostProbes how many probes were lost on the way
   */
  public record Home(@Nullable Double joinedMillis, @Nullable Double millis, int lostProbes) {}
}
