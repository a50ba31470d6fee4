package dev.starling.membership.seal;

import java.nio.ByteBuffer;

/**
 * The clear part of a frame, {@value #LENGTH} bytes, big-endian: version (1), key id (4), session
 * (8), time (4), counter (8), newest key id (4). The tag covers it, then the cluster's name, then
 * the {@link Route}.
 *
 * @param keyId the key that sealed the frame
 * @param session the sender's process, drawn at its start
 * @param unixSeconds when it was sealed, modulo 2^32
 * @param counter from 1, never twice in a session: the nonce
 * @param newestId the newest key that the sender holds
 */
public record FrameHeader(int keyId, long session, int unixSeconds, long counter, int newestId) {
  /** Bytes of a header. */
  public static final int LENGTH = 29;

  /** Bytes of the tag at a frame's end. */
  public static final int TAG_LENGTH = 16;

  /** What sealing adds to a datagram. */
  public static final int OVERHEAD = LENGTH + TAG_LENGTH;

  /** The longest frame that is sent or let in. */
  public static final int FRAME_LENGTH_MAX = 32_768;

  /** The first byte of every frame. */
  static final byte VERSION = 1;

  /** The header at {@code offset}; there must be {@link #LENGTH} bytes of the right version. */
  static FrameHeader read(byte[] frame, int offset) {
    ByteBuffer in = ByteBuffer.wrap(frame, offset + 1, LENGTH - 1);
    return new FrameHeader(in.getInt(), in.getLong(), in.getInt(), in.getLong(), in.getInt());
  }

  /** Puts the header at the front of {@code frame}. */
  void write(byte[] frame) {
    ByteBuffer.wrap(frame)
        .put(VERSION)
        .putInt(keyId)
        .putLong(session)
        .putInt(unixSeconds)
        .putLong(counter)
        .putInt(newestId);
  }

  /** The nonce of AES-GCM, 12 bytes: the counter after four zeros. */
  byte[] nonce() {
    return ByteBuffer.allocate(12).putInt(0).putLong(counter).array();
  }
}
