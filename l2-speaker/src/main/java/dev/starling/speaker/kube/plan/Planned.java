package dev.starling.speaker.kube.plan;

import dev.starling.speaker.core.Plan;
import dev.starling.speaker.kube.model.Peer;
import java.util.List;

/**
 * What a cluster comes to for one speaker.
 *
 * @param plan for the core
 * @param peers the other speakers, by node
 * @param unplanned what is not announced, sorted; Services that are not for us are no part of it
 */
public record Planned(Plan plan, List<Peer> peers, List<Unplanned> unplanned) {
  /** Copies the lists. */
  public Planned {
    peers = List.copyOf(peers);
    unplanned = List.copyOf(unplanned);
  }
}
