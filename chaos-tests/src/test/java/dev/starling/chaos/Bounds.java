package dev.starling.chaos;

/** Bounds of chaos tests, in milliseconds: three times what the lab measures, rounded up. */
final class Bounds {
  /** From silence (no power, no cable, frozen) to the next owner's first frame; measured 195. */
  static final double SILENCE_MILLIS = 600;

  /** How long both may answer in a planned move; measured 10. */
  static final long HANDOVER_MILLIS = 50;

  private Bounds() {}
}
