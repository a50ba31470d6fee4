package dev.starling.speaker.kube.model;

import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Where the Services have endpoints that can serve. */
final class Endpoints {
  /** By Service, for look-ups alone: a Service without servable endpoints is missing. */
  private final Map<ObjectName, SortedSet<String>> nodesByService = new HashMap<>();

  Endpoints(Collection<KubeEndpoints> slices) {
    for (KubeEndpoints slice : slices) {
      for (Endpoint endpoint : slice.endpoints()) {
        if (endpoint.isServable()) {
          SortedSet<String> nodes =
              nodesByService.computeIfAbsent(slice.service(), _ -> new TreeSet<>());
          if (endpoint.node() != null) {
            nodes.add(endpoint.node());
          }
        }
      }
    }
  }

  /** Whether any endpoint can serve, on a known node or not. */
  boolean areServable(ObjectName service) {
    return nodesByService.containsKey(service);
  }

  SortedSet<String> nodesOf(ObjectName service) {
    return nodesByService.getOrDefault(service, Collections.emptySortedSet());
  }
}
