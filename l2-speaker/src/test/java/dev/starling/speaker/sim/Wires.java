package dev.starling.speaker.sim;

import java.util.SplittableRandom;

/** What carries datagrams from node to node: late, twice, or not at all. */
final class Wires {
  private static final long MS = 1_000_000;

  /** A reliable message is sent again after this long, and this often. */
  private static final long RESEND_NANOS = 50 * MS;

  private static final int RESENDS_MAX = 20;

  private final Cluster cluster;
  private final SplittableRandom random;

  Wires(Cluster cluster, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
  }

  /** One datagram. */
  void unreliably(SimNode from, SimNode to, Runnable action) {
    int copies = random.nextDouble() < cluster.duplication ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      if (random.nextDouble() >= cluster.loss && cluster.faults.passes(from.index, to.index)) {
        cluster.timeline.in(delayNanos(), () -> cluster.whenAwake(to, action));
      }
    }
  }

  /** A message of the reliable protocols: in order, sent again until it has arrived. */
  void reliably(SimNode from, SimNode to, Runnable action) {
    attempt(from, to, action, RESENDS_MAX);
  }

  private void attempt(SimNode from, SimNode to, Runnable action, int left) {
    if (!from.alive || !to.alive || left == 0) {
      return;
    }
    if (random.nextDouble() < cluster.loss || !cluster.faults.passes(from.index, to.index)) {
      cluster.timeline.in(RESEND_NANOS, () -> attempt(from, to, action, left - 1));
      return;
    }
    long arrival = cluster.nowNanos() + delayNanos();
    Long last = from.lastArrivalNanos.get(to.id);
    if (last != null && last - arrival > 0) {
      arrival = last;
    }
    from.lastArrivalNanos.put(to.id, arrival);
    cluster.timeline.at(arrival, () -> cluster.whenAwake(to, action));
  }

  long delayNanos() {
    return MS / 20 + random.nextLong(cluster.delayMaxNanos + 1);
  }
}
