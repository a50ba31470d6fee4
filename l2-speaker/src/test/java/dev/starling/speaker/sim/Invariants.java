package dev.starling.speaker.sim;

import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The guarantees, as they can be checked at any moment, and those of a cluster left in peace. */
final class Invariants {
  /** How long a view counts in which some may not have spoken yet. */
  private static final long SPEAK_NANOS = 100_000_000L;

  private final Cluster cluster;
  private final long[][] connectedSinceNanos;
  private boolean strict;
  private boolean planned;
  private long graceNanos;
  private long momentNanos;
  private long overrulingNanos;
  private long checks;
  private final SortedMap<String, Both> both = new TreeMap<>();

  /** Two that answer for the same IP: since when, and at which check that was last so. */
  private record Both(long sinceNanos, long check) {}

  Invariants(Cluster cluster) {
    this.cluster = cluster;
    int size = cluster.nodes.size();
    connectedSinceNanos = new long[size][size];
    for (long[] row : connectedSinceNanos) {
      java.util.Arrays.fill(row, cluster.nowNanos());
    }
  }

  /** From now on nobody may answer together with another, connected or not. */
  void strict(boolean on) {
    strict = on;
  }

  /** From now on somebody must answer for each IP at any moment. */
  void planned(boolean on) {
    planned = on;
  }

  /** How long two that can hear each other may both answer after a cut has healed. */
  void grace(long nanos) {
    graceNanos = nanos;
  }

  /**
   * How long two in one segment may both answer at any time.
   *
   * @param nanos until a claim has got across
   * @param overruling the same where one is of a majority, which does not ask
   */
  void moment(long nanos, long overruling) {
    momentNanos = nanos;
    overrulingNanos = overruling;
  }

  /** To be called after each event. */
  void check() {
    long now = cluster.nowNanos();
    checks++;
    noteConnections(now);
    for (SimNode node : cluster.nodes) {
      checkStart(node, now);
      noteMajority(node, now);
    }
    for (ServiceIp ip : cluster.ips) {
      List<SimNode> answering = answering(ip, now);
      for (int i = 0; i < answering.size(); i++) {
        for (int j = i + 1; j < answering.size(); j++) {
          checkPair(ip, answering.get(i), answering.get(j), now);
        }
      }
      if (planned && answering.isEmpty() && !ip.equals(cluster.uniqueIp)) {
        fail("nobody answers for " + ip + " in a planned move");
      }
    }
  }

  /** To be called when everything was in order for long enough. */
  void checkPeace() {
    long now = cluster.nowNanos();
    List<String> names = new ArrayList<>();
    for (SimNode node : cluster.nodes) {
      names.add(node.name);
      if (node.view == null || !node.view.equals(cluster.nodes.getFirst().view)) {
        fail("views differ in peace: " + node.name + " has " + node.view);
      }
    }
    for (ServiceIp ip : cluster.ips) {
      List<String> answering = answering(ip, now).stream().map(node -> node.name).toList();
      List<String> first = Rendezvous.order(ip, names).subList(0, 1);
      if (!answering.equals(first)) {
        fail("in peace " + answering + " answer for " + ip + ", not " + first);
      }
    }
  }

  /** To be called when the segment was whole for long enough, whatever became of datagrams. */
  void checkOneOwner() {
    for (ServiceIp ip : cluster.ips) {
      List<String> names = answering(ip, cluster.nowNanos()).stream().map(n -> n.name).toList();
      if (names.size() != 1 && !ip.equals(cluster.uniqueIp)) {
        fail("in a whole segment " + names + " answer for " + ip);
      }
    }
  }

  private List<SimNode> answering(ServiceIp ip, long now) {
    List<SimNode> answering = new ArrayList<>();
    for (SimNode node : cluster.nodes) {
      boolean answers =
          cluster.sabotage == Sabotage.IGNORE_PERMIT
              ? node.isAwake(now) && node.published().contains(ip)
              : node.answers(ip, now);
      if (answers) {
        answering.add(node);
      }
    }
    return answering;
  }

  private void checkPair(ServiceIp ip, SimNode one, SimNode other, long now) {
    // Make before break: the one that drains answers until the other has said that it does.
    if (now - one.drainUntilNanos < 0 || now - other.drainUntilNanos < 0) {
      return;
    }
    if (ip.equals(cluster.uniqueIp)) {
      if (!cluster.allWatchAll) {
        return;
      }
      fail("two answer for the unique " + ip + ": " + one.name + ", " + other.name);
    }
    if (strict) {
      fail("two answer for " + ip + ": " + one.name + ", " + other.name);
    }
    if (now - connectedSinceNanos[one.index][other.index] > graceNanos) {
      String pair = one.name + ", " + other.name;
      Both last = both.get(ip + pair);
      long since = last != null && last.check() == checks - 1 ? last.sinceNanos() : now;
      both.put(ip + pair, new Both(since, checks));
      boolean overruled = hadMajority(one, now) || hadMajority(other, now);
      if (now - since >= (overruled ? overrulingNanos : momentNanos)) {
        long forMillis = (now - since) / 1_000_000;
        fail("two answer in one segment for " + ip + " for " + forMillis + " ms: " + pair);
      }
    }
  }

  /* Also who claims in a view that turns out to be smaller with the next suspicion. */
  private boolean hadMajority(SimNode node, long now) {
    return now - node.majorityNanos < SPEAK_NANOS;
  }

  private void noteMajority(SimNode node, long now) {
    if (node.view != null && 2 * node.view.members().size() > cluster.nodes.size()) {
      node.majorityNanos = now;
    }
  }

  /* A start steals nothing: silent until everybody is there or the settle time has passed. */
  private void checkStart(SimNode node, long now) {
    if (node.view != null && node.view.members().size() >= cluster.nodes.size()) {
      node.everComplete = true;
    }
    boolean early = now - node.startedNanos < SimNode.Timing.standard().settleNanos();
    if (early && !node.everComplete && !node.published().isEmpty()) {
      fail(node.name + " claims before it has settled");
    }
  }

  private void noteConnections(long now) {
    for (int i = 0; i < connectedSinceNanos.length; i++) {
      for (int j = 0; j < connectedSinceNanos.length; j++) {
        if (!cluster.faults.shareSegment(i, j)
            || !cluster.nodes.get(i).isAwake(now)
            || !cluster.nodes.get(j).isAwake(now)) {
          connectedSinceNanos[i][j] = now;
        }
      }
    }
  }

  private void fail(String what) {
    throw new AssertionError(what);
  }
}
