package dev.starling.arpndp.wire;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An option of a neighbour discovery message, kept as it is on the wire so that one that we do not
 * know survives decoding and encoding (RFC 4861 section 4.6).
 */
public final class NdpOption {
  /** Type of the option that names the sender's MAC address in a solicitation. */
  public static final int SOURCE_LINK_LAYER = 1;

  /** Type of the option that names the target's MAC address in an advertisement. */
  public static final int TARGET_LINK_LAYER = 2;

  private static final int UNIT = 8;

  private final byte[] bytes;

  /**
   * The option at {@code offset}, whose length the caller has checked. Private so that no option
   * exists with a length that lies.
   */
  private NdpOption(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * An option of {@code type} with what follows its length.
   *
   * @param content 8n - 2 bytes for an n from 1 to 255
   */
  public static NdpOption of(int type, byte[] content) {
    int length = content.length + 2;
    if (type < 0 || type > 255 || length % UNIT != 0 || length > 255 * UNIT) {
      throw new IllegalArgumentException("no such option");
    }
    byte[] bytes = new byte[length];
    bytes[0] = (byte) type;
    bytes[1] = (byte) (length / UNIT);
    System.arraycopy(content, 0, bytes, 2, content.length);
    return new NdpOption(bytes);
  }

  /** The option that names {@code mac}. */
  public static NdpOption linkLayer(int type, MacAddress mac) {
    byte[] content = new byte[MacAddress.LENGTH];
    Octets.put48(content, 0, mac.value());
    return of(type, content);
  }

  static NdpOption read(byte[] frame, int offset) {
    return new NdpOption(Arrays.copyOfRange(frame, offset, offset + lengthAt(frame, offset)));
  }

  static int lengthAt(byte[] frame, int offset) {
    return Octets.u8(frame, offset + 1) * UNIT;
  }

  static boolean isLinkLayer(int type) {
    return type == SOURCE_LINK_LAYER || type == TARGET_LINK_LAYER;
  }

  /** Its number, 0 to 255. */
  public int type() {
    return Octets.u8(bytes, 0);
  }

  /** How many bytes it takes, a multiple of 8. */
  public int length() {
    return bytes.length;
  }

  /** The MAC address of a link-layer option of Ethernet's length; else empty. */
  public Optional<MacAddress> mac() {
    return isLinkLayer(type()) && bytes.length == UNIT
        ? Optional.of(MacAddress.read(bytes, 2))
        : Optional.empty();
  }

  void write(byte[] out, int offset) {
    System.arraycopy(bytes, 0, out, offset, bytes.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NdpOption option && Arrays.equals(bytes, option.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
