package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import dev.starling.membership.View;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Whether somebody who is not in the view may still answer: until the permit that he may have had
 * must have ended. Whoever was convicted by a hint (decision 6) may live, a merge under loss may
 * leave out somebody who lives, and a permit is cut short by silence only.
 *
 * <p>Whoever was silent for enough observers has had no permit since a timeout after he was heard
 * last. Anybody else may be observed until a majority has left the old view, and has a permit for a
 * timeout from then. For unique IPs that is waited for; for the others only of whoever was left out
 * of a merge, and a timeout from the merge.
 */
final class Succession {
  private final long leaseNanos;

  /** Of the suspected members of the view: when each was heard last, or never if it may be now. */
  private final SortedMap<String, Long> heardNanos = new TreeMap<>();

  private final SortedSet<String> leftOut = new TreeSet<>();
  private long endsNanos = NEVER;
  private long leftOutEndsNanos = NEVER;
  private boolean awaitsMajority = true;

  /** A permit lasts for {@code leaseNanos} at most after its holder was heard last. */
  Succession(long leaseNanos) {
    this.leaseNanos = leaseNanos;
  }

  void suspected(String node, Event.Suspected suspected) {
    boolean silent = suspected.silent() && suspected.lastHeardNanos() != 0;
    heardNanos.put(node, silent ? suspected.lastHeardNanos() : NEVER);
  }

  void unsuspected(String node) {
    heardNanos.remove(node);
  }

  /**
   * A view is in force.
   *
   * @param leavers what those said of themselves who are no longer in it
   * @param nodes those who are in it
   * @param complete whether it has everybody who ought to be there
   */
  void viewInstalled(
      View view,
      SortedMap<String, Description> leavers,
      Collection<String> nodes,
      boolean complete,
      long nowNanos) {
    leftOut.removeAll(nodes);
    // Of those who were never in a view with this speaker nothing is known.
    awaitsMajority = !complete && (awaitsMajority || view.isMerge());
    leavers.forEach(
        (node, last) -> {
          Long heard = heardNanos.get(node);
          if (last.draining()) {
            return;
          }
          if (heard == null || heard == NEVER) {
            awaitsMajority = true;
          } else {
            endsNanos = later(endsNanos, heard + leaseNanos);
          }
          if (heard == null && view.isMerge()) {
            leftOut.add(node);
            leftOutEndsNanos = nowNanos + leaseNanos;
          }
        });
    heardNanos.keySet().retainAll(nodes);
  }

  private static long later(long knownNanos, long nanos) {
    return knownNanos == NEVER || nanos - knownNanos > 0 ? nanos : knownNanos;
  }

  /** Whether anybody may still answer for a unique IP. */
  boolean isOpen(long nowNanos) {
    return awaitsMajority || !hasCome(endsNanos, nowNanos);
  }

  /** Those left out of a merge who may still answer for any IP. */
  SortedSet<String> leftOut(long nowNanos) {
    return hasCome(leftOutEndsNanos, nowNanos) ? new TreeSet<>() : new TreeSet<>(leftOut);
  }

  private static boolean hasCome(long nanos, long nowNanos) {
    return nanos == NEVER || nanos - nowNanos <= 0;
  }

  /** Forgets what is over; {@code majority} is whether one is known to have left the old view. */
  void update(boolean majority, long nowNanos) {
    if (awaitsMajority && majority) {
      awaitsMajority = false;
      endsNanos = later(endsNanos, nowNanos + leaseNanos);
    }
    if (hasCome(endsNanos, nowNanos)) {
      endsNanos = NEVER;
    }
    if (hasCome(leftOutEndsNanos, nowNanos)) {
      leftOutEndsNanos = NEVER;
      leftOut.clear();
    }
  }

  long deadlineNanos() {
    return Instants.earlier(endsNanos, leftOutEndsNanos);
  }
}
