package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/*
 * Why a lease is safe. An observer reports us no sooner than `timeout` after it received our last
 * acknowledgement, hence no sooner than `timeout` after we sent one that we know it received. H of
 * our k observers must report us before anybody evicts us. So while k-H+1 of them have confirmed an
 * acknowledgement that we sent less than `timeout` ago, fewer than H can be reporting us. An
 * observer whose alert is open, or may still count, says so in its probes and confirms nothing.
 *
 * What it does not cover: a member that cannot reach us, nor enough of our observers, may count
 * those as reporting (see Accusations). That is a split, and each side serves its own clients.
 */

/** The subject's side of the detector: until when its observers cannot have had it evicted. */
final class Lease {
  /** Acknowledgements remembered for each observer: far more than can be under way. */
  private static final int REMEMBERED = 16;

  private final DetectorSettings settings;
  private final SortedMap<MemberId, Observer> observers = new TreeMap<>();

  Lease(DetectorSettings settings) {
    this.settings = settings;
  }

  /**
   * The observers are now these. One that is new may have installed the view before we did, so it
   * vouches for two intervals only, and for nothing if the lease had ended; one that stays keeps
   * what it has confirmed.
   */
  void observedBy(SortedSet<MemberId> now, long nowNanos) {
    long until = untilNanos(nowNanos);
    boolean held = until == Long.MAX_VALUE || until - nowNanos > 0;
    observers.keySet().retainAll(now);
    long startNanos = nowNanos - validNanos() + (held ? 2 * settings.intervalNanos() : 0);
    now.forEach(id -> observers.computeIfAbsent(id, _ -> new Observer(startNanos)));
  }

  /** We acknowledge {@code number} to {@code observer} now. */
  void acknowledged(MemberId observer, long number, long nowNanos) {
    Observer known = observers.get(observer);
    if (known != null) {
      known.remember(number, nowNanos);
    }
  }

  /** A probe of {@code observer} has come, with what it confirms. */
  void confirmed(MemberId observer, Signal.Probe probe) {
    Observer known = observers.get(observer);
    if (known != null) {
      known.hear(probe);
    }
  }

  /** When the lease ends, or ended; {@link Long#MAX_VALUE} where nobody observes us. */
  long untilNanos(long nowNanos) {
    if (observers.isEmpty()) {
      return Long.MAX_VALUE;
    }
    int needed = observers.size() - ObserverRings.quorum(observers.size()) + 1;
    List<Long> confirmed = new ArrayList<>();
    for (Observer observer : observers.values()) {
      if (!observer.accusing) {
        confirmed.add(observer.confirmedNanos);
      }
    }
    if (confirmed.size() < needed) {
      return nowNanos - 1;
    }
    // Newest first, by age: the clock may be negative and may wrap.
    confirmed.sort(Comparator.comparingLong(sentNanos -> nowNanos - sentNanos));
    return confirmed.get(needed - 1) + validNanos();
  }

  private long validNanos() {
    return settings.timeoutNanos() - settings.marginNanos();
  }

  /** One observer: what we sent it, and the newest of that which it is known to have received. */
  private static final class Observer {
    private final long[] numbers = new long[REMEMBERED];
    private final long[] sentNanos = new long[REMEMBERED];
    private long confirmedNanos;
    private boolean accusing;
    private long lastProbe;

    Observer(long confirmedNanos) {
      this.confirmedNanos = confirmedNanos;
    }

    void remember(long number, long nowNanos) {
      int slot = slot(number);
      // A doubled probe is acknowledged twice; the earlier time is the safe one.
      if (numbers[slot] != number) {
        numbers[slot] = number;
        sentNanos[slot] = nowNanos;
      }
    }

    /* A probe that was overtaken says less than the one that overtook it. */
    void hear(Signal.Probe probe) {
      if (probe.number() > lastProbe) {
        lastProbe = probe.number();
        accusing = probe.accusing();
        confirm(probe.lastAck());
      }
    }

    private void confirm(long number) {
      int slot = slot(number);
      if (number != 0 && numbers[slot] == number && sentNanos[slot] - confirmedNanos > 0) {
        confirmedNanos = sentNanos[slot];
      }
    }

    private static int slot(long number) {
      return (int) Long.remainderUnsigned(number, REMEMBERED);
    }
  }
}
