package dev.starling.arpndp.link;

/** What became of a frame that was to be sent. */
public enum SendResult {
  /** The kernel took it; whether a cable carried it is not known. */
  SENT,
  /** The interface is down. */
  DOWN,
  /** The interface is gone, or the link is closed. */
  GONE,
  /** Shorter than an Ethernet header, or longer than the link allows. */
  BAD_LENGTH,
  /** Any other refusal of the kernel, such as a full queue or, with some drivers, no carrier. */
  FAILED
}
