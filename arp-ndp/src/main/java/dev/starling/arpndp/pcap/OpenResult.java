package dev.starling.arpndp.pcap;

/** What an attempt to open a link has come to. */
public sealed interface OpenResult {
  /** The link captures. */
  record Opened(PcapLink link) implements OpenResult {}

  /**
   * It does not.
   *
   * @param detail for people: what libpcap or the kernel said
   */
  record Refused(Reason reason, String detail) implements OpenResult {}

  /** Why a link could not be opened. */
  enum Reason {
    /** Absent, down, without a MAC address, a port of another interface, or without ARP. */
    NOT_USABLE,
    /** The capability CAP_NET_RAW is missing. */
    NOT_PERMITTED,
    /** libpcap is missing or cannot be loaded. */
    NO_LIBRARY,
    /** Not Ethernet. */
    NOT_ETHERNET,
    /** Anything else, for which to try again after a pause. */
    FAILED
  }
}
