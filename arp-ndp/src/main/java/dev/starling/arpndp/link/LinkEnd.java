package dev.starling.arpndp.link;

/** Why a link carries no frames any more. */
public enum LinkEnd {
  /** Its owner closed it. */
  CLOSED,
  /** The interface was deleted or moved away. */
  GONE,
  /** The capture broke off for another reason; to be opened again after a pause. */
  FAILED
}
