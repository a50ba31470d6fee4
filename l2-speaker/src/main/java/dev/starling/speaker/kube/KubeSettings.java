package dev.starling.speaker.kube;

import dev.starling.speaker.kube.model.Rules;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What to watch. A change of any of it needs a new {@link KubeSource}.
 *
 * @param namespace of the speakers' Pods
 * @param metallbNamespace of MetalLB's objects
 * @param podSelector labels of the speakers' Pods, as {@code kubectl --selector} takes them
 * @param annotations the names of those that are kept: {@link Rules#annotations}
 */
public record KubeSettings(
    String namespace,
    String metallbNamespace,
    String podSelector,
    SortedSet<String> annotations,
    KubeTimes times) {
  /** Copies the set. */
  public KubeSettings {
    annotations = Collections.unmodifiableSortedSet(new TreeSet<>(annotations));
  }
}
