package dev.starling.speaker.kube.model;

/**
 * Why a Node is no candidate for a Service. In the order of the filters: the first that applies is
 * told. That it has no live speaker or lacks a link is for the core to tell.
 */
public enum NodeExclusion {
  /** A speaker's Pod is bound to it, but there is no such Node. */
  NO_NODE,
  /** Its condition {@code NetworkUnavailable} is true. */
  NETWORK_UNAVAILABLE,
  /** It has the label {@code node.kubernetes.io/exclude-from-external-load-balancers}. */
  EXCLUDE_LABEL,
  /** Its condition {@code Ready} is other than true; only if asked for. */
  NOT_READY,
  /** It has the taint {@code node.kubernetes.io/out-of-service}; only if asked for. */
  OUT_OF_SERVICE,
  /** It is cordoned; only if asked for. */
  CORDONED,
  /** It has the annotation that drains; only if one is named. */
  DRAIN_ANNOTATION,
  /** No advertisement for the Service selects it. */
  NO_MATCHING_ADVERTISEMENT,
  /** The advertisements that select it name interfaces, and none of the names can exist. */
  NO_INTERFACE,
  /** The Service's traffic policy is local, and none of its servable endpoints is there. */
  NO_LOCAL_ENDPOINT
}
