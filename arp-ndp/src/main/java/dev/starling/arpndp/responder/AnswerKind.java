package dev.starling.arpndp.responder;

/** What an answer was given to. */
public enum AnswerKind {
  /** An ARP request. */
  ARP_REQUEST,
  /** An ARP probe, from 0.0.0.0: the address is in use (RFC 5227 section 2.1.1). */
  ARP_PROBE,
  /** A neighbour solicitation. */
  SOLICITATION,
  /** A probe for duplicate addresses, from :: (RFC 4862 section 5.4.3). */
  DUPLICATE_ADDRESS_PROBE
}
