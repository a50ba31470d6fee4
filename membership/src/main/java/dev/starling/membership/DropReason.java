package dev.starling.membership;

/** Why a datagram that came to the cluster's port was not let in. */
public enum DropReason {
  /** From an address that is neither expected nor a member's. */
  UNEXPECTED_SOURCE,
  /** Too short to be a frame. */
  TOO_SHORT,
  /** Longer than any frame that a speaker sends. */
  TOO_LONG,
  /** Not a version that this speaker knows. */
  BAD_VERSION,
  /** One that this very process has sent. */
  OWN,
  /** Sealed with a key that this speaker does not hold. */
  UNKNOWN_KEY,
  /** The first of its session, but its time is more than a minute off. */
  STALE,
  /** Too many new sessions within a second, or at once. */
  TOO_MANY_SESSIONS,
  /** Changed on its way, forged, or of another cluster. */
  BAD_TAG,
  /** Has come before, or lags too far behind. */
  REPLAY
}
