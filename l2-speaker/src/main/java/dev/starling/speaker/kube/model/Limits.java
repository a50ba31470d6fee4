package dev.starling.speaker.kube.model;

/** How much of each is taken. What is beyond is told as a fault or as a reason, and left out. */
public final class Limits {
  /** Different IPs of all announced Services together; the oldest Services have theirs first. */
  public static final int IPS = 20_000;

  /** IPs of one Service. */
  public static final int IPS_OF_SERVICE = 16;

  /** Nodes. */
  public static final int NODES = 5_000;

  /** Addresses of one Node, and of one Pod's. */
  public static final int ADDRESSES_OF_NODE = 16;

  /** Pods of speakers. */
  public static final int SPEAKER_PODS = 2 * NODES;

  /** Pools. */
  public static final int POOLS = 1_000;

  /** Ranges of one pool. */
  public static final int RANGES_OF_POOL = 1_000;

  /** Ranges of all pools together. */
  public static final int RANGES = 10_000;

  /** Advertisements. */
  public static final int ADVERTISEMENTS = 1_000;

  /** Entries of one list of an advertisement. */
  public static final int ENTRIES_OF_LIST = 256;

  /** Labels and expressions of one selector together. */
  public static final int REQUIREMENTS_OF_SELECTOR = 64;

  /** Values of one expression. */
  public static final int VALUES_OF_REQUIREMENT = 1_000;

  /** Faults that are told. */
  public static final int FAULTS = 1_000;

  static final int NAME_LENGTH = 253;
  static final int NAMESPACE_LENGTH = 63;
  static final int INTERFACE_NAME_BYTES = 15;
  static final int WEIGHT = 100;

  private Limits() {}
}
