package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who announces which Service, as this speaker sees it.
 *
 * @param services all Services with a service IP; one that is missing is gone from the cluster
 */
public record Ownership(SortedMap<ObjectName, OwnedService> services) {
  /** Copies the map. */
  public Ownership {
    services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
  }
}
