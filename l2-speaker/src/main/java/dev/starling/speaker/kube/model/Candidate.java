package dev.starling.speaker.kube.model;

import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A node that may announce a Service, if it has a live speaker and a usable link.
 *
 * @param score the weights of the preferences that it meets; a higher one comes first
 * @param interfaces the names of the interfaces to announce on, at least one; null for all. The
 *     node needs any of them usable, or it is no candidate after all: MetalLB elects it regardless,
 *     and then nobody answers
 */
public record Candidate(long score, @Nullable SortedSet<String> interfaces) {
  /** Copies the set. */
  public Candidate {
    interfaces = interfaces == null ? null : Copies.set(interfaces);
  }
}
