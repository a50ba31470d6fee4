package dev.starling.speaker.kube.inputs;

/** Why a cache file is of no use. */
public enum CacheFault {
  /** It is larger than {@link SnapshotCodec#BYTES_MAX}. */
  TOO_LARGE,
  /** It does not begin as one does. */
  NO_CACHE,
  /** Another version of the program wrote it. */
  OTHER_VERSION,
  /** It is shorter or longer than it says. */
  WRONG_LENGTH,
  /** It is not what was written. */
  WRONG_CHECKSUM,
  /** What was written cannot be understood. */
  CONTENT
}
