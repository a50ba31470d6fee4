package dev.starling.speaker.sim;

import dev.starling.arpndp.responder.Radar;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The layer 2 segment: frames that ask, answer and announce, whatever becomes of datagrams. */
final class Segment {
  private final Cluster cluster;
  private final SplittableRandom random;
  private final List<String> macs = new ArrayList<>();

  Segment(Cluster cluster, int nodes, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
    for (int i = 0; i < nodes; i++) {
      macs.add(random.nextInt(i + 1), "02:00:00:00:00:0" + (i + 1));
    }
  }

  String macOf(int index) {
    return macs.get(index);
  }

  /** Each node that answers for one of {@code ips} says so to {@code asker}. */
  void ask(SimNode asker, List<ServiceIp> ips) {
    for (SimNode other : cluster.nodes) {
      for (ServiceIp ip : ips) {
        frame(
            asker,
            other,
            () -> {
              if (other.answers(ip, cluster.nowNanos())) {
                frame(other, asker, () -> radar(asker, ip, other));
              }
            });
      }
    }
  }

  /** Everybody hears that {@code node} has {@code ips}. */
  void announce(SimNode node, List<ServiceIp> ips) {
    if (!node.hasPermit(cluster.nowNanos())) {
      return;
    }
    for (SimNode other : cluster.nodes) {
      for (ServiceIp ip : ips) {
        frame(node, other, () -> radar(other, ip, node));
      }
    }
  }

  private void frame(SimNode from, SimNode to, Runnable action) {
    if (from != to
        && from.linkUp
        && cluster.faults.reaches(from.index, to.index)
        && random.nextDouble() >= cluster.loss) {
      cluster.timeline.in(
          cluster.wires.delayNanos(),
          () -> {
            if (to.linkUp) {
              cluster.whenAwake(to, action);
            }
          });
    }
  }

  /** What the capture thread tells its speaker, no more often than the product does. */
  private void radar(SimNode node, ServiceIp ip, SimNode claimant) {
    long now = cluster.nowNanos();
    SimNode.Told last = node.told.get(ip);
    boolean quiet =
        last != null && last.claimant() == claimant.index && last.quietUntilNanos() - now > 0;
    if (quiet || cluster.sabotage == Sabotage.DEAF_RADAR) {
      return;
    }
    node.told.put(ip, new SimNode.Told(claimant.index, now + Radar.QUIET_NANOS));
    cluster.step(node, new Event.ForeignClaim(ip, SimNode.LINK, macOf(claimant.index), true));
  }
}
