package dev.starling.speaker.kube.writes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which status objects have lost their owner. The leader removes what a node has left behind that
 * has been out of the view for a while. What comes back after that proves that its owner lives,
 * only not in this view; so the next time waits much longer, and two halves of a split that both
 * reach the API server do not fight.
 */
final class Orphans {
  private static final long FIRST_WAIT_MILLIS = 15_000;
  private static final long NEXT_WAIT_MILLIS = 600_000;
  private static final long WAIT_MILLIS_MAX = 86_400_000;
  private static final int NODES_MAX = 10_000;

  private final SortedMap<String, Absence> absences = new TreeMap<>();
  private final Map<String, String> doomed = new HashMap<>();
  private SortedSet<String> living = new TreeSet<>();
  private boolean viewKnown;
  private boolean leader;

  private record Absence(long sinceNanos, int sweeps, long nextNanos) {}

  /** A node whose objects go now, and since when it has been gone. */
  record Sweep(String nodeLabel, long absentMillis) {}

  /** Learns who lives. */
  void members(Members members) {
    SortedSet<String> labels = new TreeSet<>();
    members.nodes().forEach(node -> labels.add(StatusNames.label(node)));
    living = labels;
    leader = members.leader();
    viewKnown = true;
    absences.keySet().removeAll(labels);
    doomed.values().removeAll(labels);
  }

  /** There is an object of that node that is not doomed. */
  void notice(SeenStatus status, long nowNanos) {
    String label = status.nodeLabel();
    if (!viewKnown
        || !status.isOurs()
        || living.contains(label)
        || doomed.containsKey(status.uid())) {
      return;
    }
    Absence absence = absences.get(label);
    if (absence == null && absences.size() < NODES_MAX) {
      long next = Times.after(nowNanos, FIRST_WAIT_MILLIS);
      absences.put(label, new Absence(nowNanos, 0, next));
    } else if (absence != null && absence.nextNanos() == Times.NEVER) {
      long wait = Times.doubled(NEXT_WAIT_MILLIS, absence.sweeps() - 1, WAIT_MILLIS_MAX);
      long next = Times.after(nowNanos, wait);
      absences.put(label, new Absence(absence.sinceNanos(), absence.sweeps(), next));
    }
  }

  /** The nodes whose turn it is. Whatever of theirs is there now is to be {@link #doom}ed. */
  List<Sweep> sweep(long nowNanos) {
    List<Sweep> sweeps = new ArrayList<>();
    if (leader) {
      absences.replaceAll(
          (label, absence) -> {
            if (!Times.hasCome(absence.nextNanos(), nowNanos)) {
              return absence;
            }
            sweeps.add(new Sweep(label, Times.millisBetween(absence.sinceNanos(), nowNanos)));
            return new Absence(absence.sinceNanos(), absence.sweeps() + 1, Times.NEVER);
          });
    }
    return sweeps;
  }

  /** The object is to go. */
  void doom(SeenStatus status) {
    doomed.put(status.uid(), status.nodeLabel());
  }

  /** The object has gone. */
  void forget(String uid) {
    doomed.remove(uid);
  }

  /** Whether this speaker is to remove the object. */
  boolean isDoomed(SeenStatus status) {
    return leader && doomed.containsKey(status.uid());
  }

  /** When the next node's turn comes. */
  long dueNanos() {
    long due = Times.NEVER;
    if (leader) {
      for (Absence absence : absences.values()) {
        due = Times.earlier(due, absence.nextNanos());
      }
    }
    return due;
  }
}
