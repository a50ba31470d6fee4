package dev.starling.speaker.kube.model;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Snapshot} comes to.
 *
 * @param services one verdict for each Service
 * @param shared the IPs that several announced Services have, by IP
 * @param peers the speakers that ought to exist, the asking node's among them, by node
 * @param ownExclusion why the asking node is to hand its IPs over, or null
 * @param faults what could not be taken, sorted
 */
public record Resolution(
    SortedMap<ObjectName, Verdict> services,
    List<SharedIp> shared,
    List<Peer> peers,
    @Nullable NodeExclusion ownExclusion,
    List<ObjectFault> faults) {
  /** Copies the collections. */
  public Resolution {
    services = Copies.map(services);
    shared = List.copyOf(shared);
    peers = List.copyOf(peers);
    faults = List.copyOf(faults);
  }
}
