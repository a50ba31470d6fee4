package dev.starling.speaker.metrics;

import java.util.SortedMap;

/**
 * What a speaker knows of its Kubernetes cluster.
 *
 * @param connected whether each kind of object is watched, by kind
 * @param objects how many are known, by kind
 * @param requests made to the API server, by verb
 * @param snapshots taken of the cluster
 * @param writes to the API server, by kind and result as {@code status/written}
 * @param notAnnounced what is not announced as the cluster asks, by reason
 */
public record KubernetesNumbers(
    SortedMap<String, Boolean> connected,
    SortedMap<String, Long> objects,
    SortedMap<String, Long> requests,
    long snapshots,
    SortedMap<String, Long> writes,
    SortedMap<String, Long> notAnnounced) {}
