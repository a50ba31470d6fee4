package dev.starling.election;

/** Why a node may not own an IP. In the order of the filters: the first that applies is told. */
public enum Exclusion {
  /** The node has no speaker in the view. */
  NOT_A_MEMBER,
  /** The service names the nodes that may own it, and this is none of them. */
  NODE_NOT_LISTED,
  /** Its speaker has just started or come back, and does not yet know whom it shares with. */
  SETTLING,
  /** Its speaker hands its IPs over, in order to leave. */
  DRAINING,
  /** None of the links that the service wants is usable there. */
  NO_USABLE_LINK
}
