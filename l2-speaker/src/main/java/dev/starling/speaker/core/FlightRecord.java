package dev.starling.speaker.core;

import java.util.List;

/**
 * One failover with its phases, as the new owner saw it. All times are on the monotonic clock, in
 * nanoseconds; 0 where a phase did not happen or was not seen here.
 *
 * @param cause what took the IPs from their last owner
 * @param from the node that owned them
 * @param to this node
 * @param epoch the view in which they were claimed
 * @param ips the first ten of the IPs, as text
 * @param ipCount how many IPs moved here in this step
 * @param lastHeardNanos the last answer of {@code from} to this speaker
 * @param suspectedNanos when enough observers had reported it
 * @param viewNanos when the view without it was in force
 * @param claimedNanos when the claim was decided
 * @param firstFrameNanos when the first announcement had been handed to the link
 */
public record FlightRecord(
    Cause cause,
    String from,
    String to,
    String epoch,
    List<String> ips,
    int ipCount,
    long lastHeardNanos,
    long suspectedNanos,
    long viewNanos,
    long claimedNanos,
    long firstFrameNanos) {
  /** What took IPs from their owner. */
  public enum Cause {
    /** The owner left the view without a word. */
    DEATH,
    /** The owner said that it drains. */
    DRAIN,
    /** The owner lost its link to the segment. */
    LINK_LOST,
    /** A better candidate, or one of its inputs, came back. */
    RETURN,
    /** Two groups became one. */
    MERGE,
    /** The configured services changed. */
    CONFIGURATION
  }
}
