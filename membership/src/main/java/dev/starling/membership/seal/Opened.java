package dev.starling.membership.seal;

import dev.starling.membership.DropReason;

/** What became of a datagram. */
public sealed interface Opened {
  /**
   * It is authentic and new.
   *
   * @param header its clear part
   * @param data what was sealed; the receiver's own
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Frame(FrameHeader header, byte[] data) implements Opened {}

  /** It is not let in. */
  record Dropped(DropReason reason) implements Opened {}
}
