package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.Malformed;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Why a frame got no answer. The first group is about us, the second about the frame. */
public enum DropReason {
  /** The permit has run out: others may have taken over. */
  NO_PERMIT,
  /** It asks for a service IP that another speaker, or nobody, owns on this link. */
  NOT_OWNED,
  /** It asks for an address that is no service IP. */
  NOT_OURS,
  /** More questions than {@link Responder#answerLimit} allows. */
  RATE_LIMITED,
  /** We sent it ourselves; a loop, or another program on this host, brought it back. */
  OWN_FRAME,
  /** Another host claims a service IP: told to the {@link Radar}. */
  FOREIGN_CLAIM,

  /** A reply or an advertisement, which asks for nothing. */
  NOT_A_QUESTION,
  /** Neither ARP nor a neighbour solicitation or advertisement. */
  OTHER_PROTOCOL,
  /** To another host's MAC address; a switch floods what it has not learnt. */
  OTHER_HOST,
  /** An IPv6 destination that is neither the target nor its solicited-node group. */
  WRONG_DESTINATION,
  /** The ARP sender is not who sent the frame: a proxy, or an impostor. */
  SENDER_MISMATCH,
  /** The sender's MAC address is zero or a group: the answer would go to many. */
  BAD_SENDER_MAC,
  /** The sender's IP is a group, broadcast, loopback, or in 0.0.0.0/8 without being a probe. */
  BAD_SENDER_IP,
  /** The target's IP is a group, broadcast or loopback. */
  BAD_TARGET_IP,
  /** See {@link Malformed#TOO_SHORT}. */
  TOO_SHORT,
  /** See {@link Malformed#VLAN_TAGGED}. */
  VLAN_TAGGED,
  /** See {@link Malformed#WRONG_ETHER_TYPE}. */
  WRONG_ETHER_TYPE,
  /** See {@link Malformed#WRONG_HARDWARE_TYPE}. */
  WRONG_HARDWARE_TYPE,
  /** See {@link Malformed#WRONG_PROTOCOL_TYPE}. */
  WRONG_PROTOCOL_TYPE,
  /** See {@link Malformed#UNKNOWN_OPERATION}. */
  UNKNOWN_OPERATION,
  /** See {@link Malformed#NOT_IPV6}. */
  NOT_IPV6,
  /** See {@link Malformed#FRAGMENT}. */
  FRAGMENT,
  /** See {@link Malformed#NOT_ICMPV6}. */
  NOT_ICMPV6,
  /** See {@link Malformed#WRONG_ICMPV6_TYPE}. */
  WRONG_ICMPV6_TYPE,
  /** See {@link Malformed#HOP_LIMIT_NOT_255}. */
  HOP_LIMIT_NOT_255,
  /** See {@link Malformed#CODE_NOT_ZERO}. */
  CODE_NOT_ZERO,
  /** See {@link Malformed#ICMPV6_TOO_SHORT}. */
  ICMPV6_TOO_SHORT,
  /** See {@link Malformed#BAD_CHECKSUM}. */
  BAD_CHECKSUM,
  /** See {@link Malformed#MULTICAST_TARGET}. */
  MULTICAST_TARGET,
  /** See {@link Malformed#MULTICAST_SOURCE}. */
  MULTICAST_SOURCE,
  /** See {@link Malformed#BAD_OPTION}. */
  BAD_OPTION,
  /** See {@link Malformed#PROBE_NOT_TO_GROUP}. */
  PROBE_NOT_TO_GROUP,
  /** See {@link Malformed#PROBE_WITH_LINK_LAYER_ADDRESS}. */
  PROBE_WITH_LINK_LAYER_ADDRESS,
  /** See {@link Malformed#SOLICITED_TO_GROUP}. */
  SOLICITED_TO_GROUP;

  private static final List<DropReason> ALL = List.of(values());
  private static final Map<Malformed, DropReason> BY_FAULT = byFault();

  private static Map<Malformed, DropReason> byFault() {
    Map<Malformed, DropReason> reasons = new EnumMap<>(Malformed.class);
    for (Malformed fault : Malformed.values()) {
      reasons.put(fault, valueOf(fault.name()));
    }
    return reasons;
  }

  /** The reason for a frame that is not even a message. */
  public static DropReason of(Malformed fault) {
    return Objects.requireNonNull(BY_FAULT.get(fault));
  }

  /** The reason in a negative verdict of {@link Responder#respond}. */
  public static DropReason ofVerdict(int verdict) {
    return ALL.get(-1 - verdict);
  }

  /** This reason as a verdict: below zero. */
  @SuppressWarnings("EnumOrdinal") // A number is all that the hot path can return unallocated.
  int verdict() {
    return -1 - ordinal();
  }
}
