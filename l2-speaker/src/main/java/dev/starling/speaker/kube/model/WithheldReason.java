package dev.starling.speaker.kube.model;

/**
 * Why a Service is not announced by anybody. In the order of the checks: the first that applies is
 * told. Where MetalLB's speaker has a word for it, {@link #word} is that word.
 */
public enum WithheldReason {
  /** Its type is another. */
  NOT_LOAD_BALANCER("notLoadBalancer"),
  /** Its class is for another speaker. MetalLB passes over such a Service in silence. */
  OTHER_CLASS("otherLoadBalancerClass"),
  /** Its namespace or name is longer than the API allows. */
  NAME_TOO_LONG("nameTooLong"),
  /** Nobody has assigned an IP yet. */
  NO_IP_ALLOCATED("noIPAllocated"),
  /** It has more IPs than {@link Limits#IPS_OF_SERVICE}. */
  TOO_MANY_IPS("tooManyIPs"),
  /** An entry of its status is no IP; one that has just a hostname is none. */
  INVALID_IP("invalidIP"),
  /** No pool has all of its IPs. */
  IP_NOT_ALLOWED("ipNotAllowed"),
  /** An IP is a loopback, multicast, unspecified or broadcast address. MetalLB announces those. */
  UNUSABLE_IP("unusableIP"),
  /** An IP is the address of a node, which answers itself. MetalLB announces those. */
  IP_OF_NODE("ipOfNode"),
  /**
   * An older Service has an IP of it, and does not name the same sharing key. MetalLB's controller
   * assigns no such IP; its speaker announces it for both.
   */
  IP_TAKEN("ipTaken", true),
  /** No endpoint is servable. MetalLB's word is {@code notOwner}, as on a node that has lost. */
  NO_SERVABLE_ENDPOINT("noServableEndpoint"),
  /**
   * The IP may be shared, and an advertisement for the Service selects by Services: the Services on
   * one IP could have different candidates.
   */
  SHARED_IP_WITH_SERVICE_SELECTOR("sharedIPWithServiceSelector"),
  /** No advertisement is for this Service, or those that are select no Node. */
  NO_MATCHING_ADVERTISEMENT("noMatchingAdvertisement"),
  /** Every node is excluded. MetalLB's word is {@code notOwner}, as on a node that has lost. */
  NO_CANDIDATE("noCandidate"),
  /** The older Services leave too few of {@link Limits#IPS}. */
  TOO_MANY_SERVICES("tooManyServices", true),
  /** It is unique, and there are more speakers than all of them can watch. */
  UNIQUE_NEEDS_OBSERVERS("uniqueNeedsObservers", true);

  private final String word;
  private final boolean fault;

  WithheldReason(String word) {
    this(word, false);
  }

  WithheldReason(String word, boolean fault) {
    this.word = word;
    this.fault = fault;
  }

  /**
   * Whether the Service itself is as it should be, and somebody has to mend something, so that it
   * is told as a failure.
   */
  public boolean isFault() {
    return fault;
  }

  /** The reason for logs, metrics and events. */
  public String word() {
    return word;
  }
}
