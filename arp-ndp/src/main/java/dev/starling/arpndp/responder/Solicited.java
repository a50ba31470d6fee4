package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.Icmpv6;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.Octets;

/** Reads the target of a valid solicitation or advertisement. Allocates nothing. */
final class Solicited {
  private Solicited() {}

  /** The target's number in the table, or {@link AddressIndex#ABSENT}. */
  static int target(AnswerTable table, byte[] frame, int ip) {
    return table.find(
        Octets.i64(frame, ip + Icmpv6.TARGET), Octets.i64(frame, ip + Icmpv6.TARGET + 8));
  }

  /**
   * Whether the destination is the target or its solicited-node group, as RFC 4861 section 7.2.2
   * sends solicitations; the Linux kernel also takes those to all nodes, which nobody sends.
   */
  static boolean isAsked(byte[] frame, int ip) {
    long high = Octets.i64(frame, ip + Icmpv6.DESTINATION);
    long low = Octets.i64(frame, ip + Icmpv6.DESTINATION + 8);
    long targetLow = Octets.i64(frame, ip + Icmpv6.TARGET + 8);
    if (high == Octets.i64(frame, ip + Icmpv6.TARGET) && low == targetLow) {
      return true;
    }
    return IpAddresses.isSolicitedNodeGroup(high, low)
        && (low & IpAddresses.SUFFIX_MASK) == (targetLow & IpAddresses.SUFFIX_MASK);
  }
}
