package dev.starling.speaker.core;

/**
 * Why nobody on this side claims an IP, although there may be candidates; the last two, why its
 * owner does not answer for it.
 */
public enum Silence {
  /** No node passed the election's filters. */
  NO_CANDIDATE,
  /** The policy is {@code unique} and the view lacks a majority of the expected speakers. */
  NO_MAJORITY,
  /** See {@link SpeakerState#ISOLATED}. */
  ISOLATED,
  /** The segment is being asked whether anybody answers for it; that takes 30 ms. */
  ASKING,
  /**
   * Somebody answers for it on this segment whom the group does not reach: the datagrams between
   * the speakers are cut, and not the segment.
   */
  ANSWERED_ELSEWHERE,
  /**
   * Whoever left may answer until the permit that he may have had has ended: the policy is {@code
   * unique}, or a merge has left him out.
   */
  SUCCESSION,
  /** See {@link SpeakerState#YIELDING}. */
  YIELDING,
  /** Without a permit nothing is claimed anew. See {@link SpeakerState#LOCAL_STALL}. */
  LOCAL_STALL,
  /** Others have to say first what they are. See {@link SpeakerState#SETTLING}. */
  SETTLING,
  /** It is a default gateway's on this node, which owns it and does not announce it. */
  IP_OF_GATEWAY,
  /** It is an address of this node's own, which owns it and does not announce it. */
  IP_OF_LINK
}
