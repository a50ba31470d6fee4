package dev.starling.speaker.kube.model;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a Service. Texts are as the API spells them.
 *
 * @param uid {@code metadata.uid}: another Service by the same name has another; may be empty
 * @param created {@code metadata.creationTimestamp}, in UTC and of whole seconds, so that the order
 *     of the texts is that of the times; may be empty
 * @param type {@code spec.type}
 * @param loadBalancerClass {@code spec.loadBalancerClass}
 * @param externalTrafficPolicy {@code spec.externalTrafficPolicy}; all but {@code Local} is as
 *     {@code Cluster}
 * @param labels all of them: an advertisement may select by any
 * @param annotations at least those that {@link Rules} names
 * @param ingress {@code status.loadBalancer.ingress[*].ip} in order, an empty text for an entry
 *     without an IP
 */
public record KubeService(
    ObjectName name,
    String uid,
    String created,
    String type,
    @Nullable String loadBalancerClass,
    @Nullable String externalTrafficPolicy,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    List<String> ingress) {
  private static final String LOAD_BALANCER = "LoadBalancer";
  private static final String LOCAL = "Local";

  /**
   * The oldest first; by the uid where one second had several. An older Service keeps what a newer
   * one asks for as well.
   */
  static final Comparator<KubeService> BY_AGE =
      Comparator.comparing(KubeService::created)
          .thenComparing(KubeService::uid)
          .thenComparing(KubeService::name);

  /** Copies the collections. */
  public KubeService {
    labels = Copies.map(labels);
    annotations = Copies.map(annotations);
    ingress = List.copyOf(ingress);
  }

  boolean isLoadBalancer() {
    return type.equals(LOAD_BALANCER);
  }

  boolean isLocal() {
    return LOCAL.equals(externalTrafficPolicy);
  }
}
