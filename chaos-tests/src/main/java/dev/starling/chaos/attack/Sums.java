package dev.starling.chaos.attack;

import java.nio.ByteBuffer;

/** The checksum of RFC 1071. */
final class Sums {
  private Sums() {}

  /** The sum over {@code parts}, each of even length but for the last. */
  static short of(byte[]... parts) {
    long sum = 0;
    for (byte[] part : parts) {
      ByteBuffer in = ByteBuffer.wrap(part);
      while (in.remaining() >= Short.BYTES) {
        sum += Short.toUnsignedInt(in.getShort());
      }
      if (in.hasRemaining()) {
        sum += Byte.toUnsignedInt(in.get()) << Byte.SIZE;
      }
    }
    while (sum >>> Short.SIZE != 0) {
      sum = (sum & 0xffff) + (sum >>> Short.SIZE);
    }
    return (short) ~sum;
  }
}
