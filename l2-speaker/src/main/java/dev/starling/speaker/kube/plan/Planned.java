package dev.starling.speaker.kube.plan;

import dev.starling.speaker.core.Plan;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Peer;
import dev.starling.speaker.kube.model.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster comes to for one speaker.
 *
 * @param plan for the core
 * @param peers the other speakers that can be reached, by node
 * @param verdicts what becomes of each Service in the end
 * @param unplanned what is not announced, sorted; Services that are not for us are no part of it
 * @param absence why this speaker must claim nothing, or null
 */
public record Planned(
    Plan plan,
    List<Peer> peers,
    SortedMap<ObjectName, Verdict> verdicts,
    List<Unplanned> unplanned,
    @Nullable Absence absence) {
  /** Copies the collections. */
  public Planned {
    peers = List.copyOf(peers);
    verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
    unplanned = List.copyOf(unplanned);
  }
}
