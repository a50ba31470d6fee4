package dev.starling.chaos.attack;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** The parts of a sealed datagram that anybody can read, in their order; big-endian. */
public enum SealedField {
  /** The version of the format. */
  VERSION(0, 1),
  /** The key that it is sealed with. */
  KEY_ID(1, 4),
  /** The sender's life. */
  SESSION(5, 8),
  /** When it was sealed, in seconds. */
  TIME(13, 4),
  /** Which of its life's frames it is. */
  COUNTER(17, 8),
  /** The newest key that the sender holds. */
  NEWEST_KEY_ID(25, 4);

  /** Bytes of all these together. */
  public static final int HEADER = 29;

  /** Bytes of the tag at the end. */
  public static final int TAG = 16;

  /** The longest that a speaker sends or reads. */
  public static final int LENGTH_MAX = 32_768;

  private final int offset;
  private final int length;

  SealedField(int offset, int length) {
    this.offset = offset;
    this.length = length;
  }

  /** The numbers of its bits in the datagram, from 0. */
  public IntStream bits() {
    return IntStream.range(offset * Byte.SIZE, (offset + length) * Byte.SIZE);
  }

  /** Its value in {@code sealed}, unsigned. */
  public long of(byte[] sealed) {
    long value = 0;
    for (int at = offset; at < offset + length; at++) {
      value = value << Byte.SIZE | Byte.toUnsignedLong(sealed[at]);
    }
    return value;
  }

  /** A copy of {@code sealed} with this value instead; what does not fit is cut off. */
  public byte[] set(byte[] sealed, long value) {
    byte[] changed = sealed.clone();
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    ByteBuffer.wrap(changed).put(offset, bytes, Long.BYTES - length, length);
    return changed;
  }

  /** A copy of {@code bytes} with one bit changed; bits count from the first byte's highest. */
  public static byte[] flip(byte[] bytes, int bit) {
    byte[] flipped = bytes.clone();
    flipped[bit / Byte.SIZE] ^= (byte) (0x80 >>> bit % Byte.SIZE);
    return flipped;
  }
}
