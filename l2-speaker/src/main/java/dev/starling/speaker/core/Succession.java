package dev.starling.speaker.core;

import static dev.starling.speaker.core.Instants.NEVER;

import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether somebody who left without a word may still answer: until the permit that he may have had
 * must have ended. Whoever was convicted by a hint (decision 6) may live, and a permit is cut short
 * by silence only. For a unique IP that is waited for.
 *
 * <p>Whoever was silent for enough observers has had no permit since a timeout after he was heard
 * last. Whoever is said to have crashed may be observed until a majority has left the old view, and
 * has a permit for a timeout from then.
 */
final class Succession {
  private final long leaseNanos;

  /** Of the suspected members of the view: when each was heard last, or never if it may be now. */
  private final SortedMap<String, Long> heardNanos = new TreeMap<>();

  private long endsNanos = NEVER;
  private boolean awaitsMajority;

  /** A permit lasts for {@code leaseNanos} at most after its holder was heard last. */
  Succession(long leaseNanos) {
    this.leaseNanos = leaseNanos;
  }

  void suspected(String node, Event.Suspected suspected) {
    boolean silent = !suspected.crashed() && suspected.lastHeardNanos() != 0;
    heardNanos.put(node, silent ? suspected.lastHeardNanos() : NEVER);
  }

  /** A view of {@code nodes} is in force; {@code leavers} is what the others said of themselves. */
  void viewInstalled(SortedMap<String, Description> leavers, Collection<String> nodes) {
    leavers.forEach(
        (node, last) -> {
          Long heard = heardNanos.remove(node);
          if (last.draining()) {
            return;
          }
          if (heard == null || heard == NEVER) {
            awaitsMajority = true;
          } else {
            waitUntil(heard + leaseNanos);
          }
        });
    // A suspicion of a member of the new view has come to nothing.
    heardNanos.clear();
  }

  private void waitUntil(long nanos) {
    if (endsNanos == NEVER || nanos - endsNanos > 0) {
      endsNanos = nanos;
    }
  }

  boolean isOpen(long nowNanos) {
    return awaitsMajority || (endsNanos != NEVER && endsNanos - nowNanos > 0);
  }

  /** Forgets what is over; {@code majority} is whether one is known to have left the old view. */
  void update(boolean majority, long nowNanos) {
    if (awaitsMajority && majority) {
      awaitsMajority = false;
      waitUntil(nowNanos + leaseNanos);
    }
    if (endsNanos != NEVER && endsNanos - nowNanos <= 0) {
      endsNanos = NEVER;
    }
  }

  long deadlineNanos() {
    return endsNanos;
  }
}
