package dev.starling.speaker.kube.model;

/** What is wrong with an object, and what it loses by it. */
public enum FaultReason {
  /** Neither a prefix nor a range of addresses; the pool lacks this range. */
  NO_RANGE,
  /** The prefix length is longer than the address, or no number; the pool lacks this range. */
  PREFIX_LENGTH,
  /** The range ends before it starts; the pool lacks this range. */
  RANGE_REVERSED,
  /** The range starts in one family and ends in the other; the pool lacks this range. */
  RANGE_OF_TWO_FAMILIES,
  /** It overlaps a range told before; an IP in both is in the pool whose name sorts first. */
  RANGE_OVERLAPS,
  /** The pool has no range that could be read. */
  POOL_WITHOUT_RANGES,
  /** The operator is none of In, NotIn, Exists, DoesNotExist; the selector matches nothing. */
  SELECTOR_OPERATOR,
  /** In and NotIn need values, the others must have none; the selector matches nothing. */
  SELECTOR_VALUES,
  /** The key is none that a label can have; the selector matches nothing. */
  SELECTOR_KEY,
  /** The value is none that a label can have; the selector matches nothing. */
  SELECTOR_VALUE,
  /** The selector has too many requirements or values; it matches nothing. */
  SELECTOR_TOO_LARGE,
  /** The weight is not 1 to 100; the preference is left out. */
  WEIGHT,
  /** No interface can have this name; it is left out, and does not come to mean all of them. */
  INTERFACE_NAME,
  /**
   * The policy is neither {@code available} nor {@code unique}; the pool's is taken, or {@code
   * available}.
   */
  POLICY,
  /**
   * The Pod's host address is none that a speaker can be reached at; it counts for a majority, and
   * is not spoken to there.
   */
  HOST_ADDRESS,
  /** The name is empty or longer than the API allows; the object is left out. */
  NAME,
  /** There are more of these than {@link Limits} allows; this one and all after it are left out. */
  TOO_MANY
}
