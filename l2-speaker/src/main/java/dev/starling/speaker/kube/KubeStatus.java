package dev.starling.speaker.kube;

import java.util.List;
import java.util.SortedMap;

/**
 * How well the cluster is known.
 *
 * @param synced whether every kind has been listed, so that snapshots are handed out
 * @param snapshots handed out
 * @param requests made to the API server by verb, of everybody on the same connection
 */
public record KubeStatus(
    boolean synced, long snapshots, List<KindStatus> kinds, SortedMap<String, Long> requests) {
  /** Copies the list. */
  public KubeStatus {
    kinds = List.copyOf(kinds);
  }

  /** Whether every change is heard at once. */
  public boolean connected() {
    return kinds.stream()
        .allMatch(
            kind ->
                kind.state() == KindStatus.State.WATCHING
                    || kind.state() == KindStatus.State.ABSENT);
  }
}
