package dev.starling.arpndp.wire;

/** Numbers in network byte order at an offset of a frame. The caller has checked the length. */
public final class Octets {
  private Octets() {}

  /** The unsigned 8 bits at {@code offset}. */
  public static int u8(byte[] bytes, int offset) {
    return bytes[offset] & 0xff;
  }

  /** The unsigned 16 bits at {@code offset}. */
  public static int u16(byte[] bytes, int offset) {
    return u8(bytes, offset) << 8 | u8(bytes, offset + 1);
  }

  /** The 32 bits at {@code offset}, as an IPv4 address needs them. */
  public static int i32(byte[] bytes, int offset) {
    return u16(bytes, offset) << 16 | u16(bytes, offset + 2);
  }

  /** The unsigned 48 bits at {@code offset}: a MAC address. */
  public static long u48(byte[] bytes, int offset) {
    return ((long) u16(bytes, offset) << 32) | (i32(bytes, offset + 2) & 0xffff_ffffL);
  }

  /** The 64 bits at {@code offset}: half an IPv6 address. */
  public static long i64(byte[] bytes, int offset) {
    return ((long) i32(bytes, offset) << 32) | (i32(bytes, offset + 4) & 0xffff_ffffL);
  }

  /** Writes the low 16 bits of {@code value}. */
  public static void put16(byte[] bytes, int offset, int value) {
    bytes[offset] = (byte) (value >> 8);
    bytes[offset + 1] = (byte) value;
  }

  /** Writes 32 bits. */
  public static void put32(byte[] bytes, int offset, int value) {
    put16(bytes, offset, value >> 16);
    put16(bytes, offset + 2, value);
  }

  /** Writes the low 48 bits of {@code value}. */
  public static void put48(byte[] bytes, int offset, long value) {
    put16(bytes, offset, (int) (value >> 32));
    put32(bytes, offset + 2, (int) value);
  }

  /** Writes 64 bits. */
  public static void put64(byte[] bytes, int offset, long value) {
    put32(bytes, offset, (int) (value >> 32));
    put32(bytes, offset + 4, (int) value);
  }
}
