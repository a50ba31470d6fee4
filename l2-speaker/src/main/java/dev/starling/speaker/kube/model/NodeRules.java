package dev.starling.speaker.kube.model;

import org.jspecify.annotations.Nullable;

/**
 * Which states of a Node keep it from announcing, beyond those that always do.
 *
 * @param ignoreExcludeLabel whether the label {@code
 *     node.kubernetes.io/exclude-from-external-load-balancers} is of no account; it counts with
 *     MetalLB's defaults
 * @param notReady whether a {@code Ready} condition other than true does; MetalLB does not look
 * @param outOfService whether the taint {@code node.kubernetes.io/out-of-service} does; MetalLB
 *     does not look
 * @param cordoned whether a cordon does. MetalLB 0.14.9 took it so and 0.15.0 no more: a cluster of
 *     one node, cordoned for an upgrade, went silent
 * @param drainAnnotation an annotation that does, unless its value is {@code false}; null for none
 */
public record NodeRules(
    boolean ignoreExcludeLabel,
    boolean notReady,
    boolean outOfService,
    boolean cordoned,
    @Nullable String drainAnnotation) {
  /** As MetalLB does by default. */
  public static final NodeRules DEFAULTS = new NodeRules(false, false, false, false, null);

  private static final String EXCLUDE_LABEL =
      "node.kubernetes.io/exclude-from-external-load-balancers";
  private static final String OUT_OF_SERVICE_TAINT = "node.kubernetes.io/out-of-service";
  private static final String TRUE = "True";

  /**
   * The first of the reasons that applies to the node by itself, whatever the Service; or null. A
   * condition that is missing excludes nobody: nothing has been said against the node.
   */
  @Nullable NodeExclusion exclusionOf(KubeNode node) {
    if (TRUE.equals(node.conditions().get("NetworkUnavailable"))) {
      return NodeExclusion.NETWORK_UNAVAILABLE;
    }
    if (!ignoreExcludeLabel && node.labels().containsKey(EXCLUDE_LABEL)) {
      return NodeExclusion.EXCLUDE_LABEL;
    }
    if (notReady && !node.conditions().getOrDefault("Ready", TRUE).equals(TRUE)) {
      return NodeExclusion.NOT_READY;
    }
    if (outOfService && node.taints().contains(OUT_OF_SERVICE_TAINT)) {
      return NodeExclusion.OUT_OF_SERVICE;
    }
    if (cordoned && node.unschedulable()) {
      return NodeExclusion.CORDONED;
    }
    String drain = drainAnnotation == null ? null : node.annotations().get(drainAnnotation);
    return drain == null || drain.equals("false") ? null : NodeExclusion.DRAIN_ANNOTATION;
  }
}
