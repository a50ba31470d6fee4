package dev.starling.arpndp.wire;

/** Why bytes are not the message that they were taken for. */
public enum Malformed {
  /** The frame, or what its own lengths promise, ends early. */
  TOO_SHORT,
  /** It belongs to another VLAN; a priority tag (VLAN 0, IEEE 802.1Q 9.6) is no VLAN. */
  VLAN_TAGGED,
  /** The EtherType is another protocol's. */
  WRONG_ETHER_TYPE,
  /** ARP for something other than Ethernet (RFC 826, ar$hrd and ar$hln). */
  WRONG_HARDWARE_TYPE,
  /** ARP for something other than IPv4 (RFC 826, ar$pro and ar$pln). */
  WRONG_PROTOCOL_TYPE,
  /** An ARP operation other than request and reply. */
  UNKNOWN_OPERATION,
  /** The IP version is not 6. */
  NOT_IPV6,
  /** A fragment: neighbour discovery is never fragmented (RFC 6980 section 5). */
  FRAGMENT,
  /** ICMPv6 does not follow the IPv6 header at once. */
  NOT_ICMPV6,
  /** An ICMPv6 message of another type. */
  WRONG_ICMPV6_TYPE,
  /** A router has forwarded it: it is not from this link (RFC 4861 section 7.1). */
  HOP_LIMIT_NOT_255,
  /** The ICMPv6 code is not 0 (RFC 4861 section 7.1). */
  CODE_NOT_ZERO,
  /** The ICMPv6 message is shorter than 24 bytes (RFC 4861 section 7.1). */
  ICMPV6_TOO_SHORT,
  /** The ICMPv6 checksum is wrong (RFC 4443 section 2.3). */
  BAD_CHECKSUM,
  /** The target is a multicast address (RFC 4861 section 7.1). */
  MULTICAST_TARGET,
  /** The source is a multicast address (RFC 4291 section 2.7). */
  MULTICAST_SOURCE,
  /** An option has length 0, ends after the message, or holds no Ethernet address where due. */
  BAD_OPTION,
  /** A solicitation from :: is not to a solicited-node group (RFC 4861 section 7.1.1). */
  PROBE_NOT_TO_GROUP,
  /** A solicitation from :: carries a source link-layer address (RFC 4861 section 7.1.1). */
  PROBE_WITH_LINK_LAYER_ADDRESS,
  /** An advertisement to a group claims that it was solicited (RFC 4861 section 7.1.2). */
  SOLICITED_TO_GROUP
}
