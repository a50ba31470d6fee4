package dev.starling.arpndp.wire;

import org.jspecify.annotations.Nullable;

/** An Ethernet II header, without its type: where a frame goes and who sent it. */
public record Ethernet(MacAddress destination, MacAddress source) {
  /** Length of a header without a tag. */
  public static final int HEADER = 14;

  /** Length of the shortest frame, without its check sequence: shorter ones are padded. */
  public static final int SHORTEST = 60;

  /** Offset of the source in a frame. */
  public static final int SOURCE = 6;

  /** Where the destination's address stands. */
  public static final int DESTINATION = 0;

  /** EtherType of ARP. */
  public static final int ARP = 0x0806;

  /** EtherType of IPv6. */
  public static final int IPV6 = 0x86dd;

  private static final int TYPE = 12;
  private static final int VLAN = 0x8100;
  private static final int VLAN_TAG = 4;
  private static final int VLAN_ID_MASK = 0xfff;

  /**
   * What is wrong with the header, or null. libpcap puts the tag of a tagged frame back in,
   * although its filter saw the frame without; a frame of another VLAN must not be taken for one of
   * ours.
   */
  public static @Nullable Malformed faultOf(byte[] frame, int length) {
    if (length < HEADER) {
      return Malformed.TOO_SHORT;
    }
    if (Octets.u16(frame, TYPE) != VLAN) {
      return null;
    }
    if (length < HEADER + VLAN_TAG) {
      return Malformed.TOO_SHORT;
    }
    return (Octets.u16(frame, HEADER) & VLAN_ID_MASK) == 0 ? null : Malformed.VLAN_TAGGED;
  }

  /** Where the payload of a frame without {@link #faultOf} begins: after the tag, if any. */
  public static int payloadOffset(byte[] frame) {
    return Octets.u16(frame, TYPE) == VLAN ? HEADER + VLAN_TAG : HEADER;
  }

  /** What the payload at {@code payloadOffset} is. */
  public static int typeAt(byte[] frame, int payloadOffset) {
    return Octets.u16(frame, payloadOffset - 2);
  }

  /** Writes a header without a tag. */
  public static void write(byte[] out, long destination, long source, int type) {
    Octets.put48(out, 0, destination);
    Octets.put48(out, SOURCE, source);
    Octets.put16(out, TYPE, type);
  }

  static Ethernet read(byte[] frame) {
    return new Ethernet(MacAddress.read(frame, 0), MacAddress.read(frame, SOURCE));
  }
}
