package dev.starling.speaker.kube.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an EndpointSlice. A Service may have several.
 *
 * @param service the Service, by the slice's namespace and its label {@code
 *     kubernetes.io/service-name}
 */
public record KubeEndpoints(ObjectName service, List<Endpoint> endpoints) {
  /** Copies the list. */
  public KubeEndpoints {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * One endpoint.
   *
   * @param node its node, or null if none is told
   * @param ready its condition; null means true
   * @param serving its condition, which stays true while a pod ends but answers yet; null means
   *     that {@code ready} alone counts
   */
  public record Endpoint(
      @Nullable String node, @Nullable Boolean ready, @Nullable Boolean serving) {
    /**
     * Whether it can serve, as MetalLB sees it: an endpoint that is ready but not serving can, and
     * one that ends but still serves can too.
     */
    public boolean isServable() {
      return ready == null || ready || (serving != null && serving);
    }
  }
}
