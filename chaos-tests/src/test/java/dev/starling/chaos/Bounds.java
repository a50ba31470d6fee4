package dev.starling.chaos;

/**
 * Bounds of chaos tests, in milliseconds: three times what was measured, rounded up; where nothing
 * was, what the README's promise allows.
 */
public final class Bounds {
  /** From silence (no power, no cable, frozen) to the next owner's first frame; measured 195. */
  public static final double SILENCE_MILLIS = 600;

  /** The same where nobody else is left, and the witness is asked first; not measured. */
  public static final double LAST_ONE_MILLIS = 1_350;

  /** From a card's loss of carrier to the next owner's first frame: twice the README's 250. */
  public static final double CARRIER_MILLIS = 500;

  /** From the cable's return to the first frame of the owner that it brings back; measured 350. */
  public static final double RETURN_MILLIS = 1_050;

  /** How long both may answer in a planned move; measured 10. */
  public static final long HANDOVER_MILLIS = 50;

  /**
   * How long both sides of a split may answer after it has healed: until one says hello, each 50.
   */
  public static final long HEAL_MILLIS = 150;

  /**
   * How long two nodes may answer where a fifth of all frames is lost, and the group falls apart
   * for moments: until a greeting has got through; measured 110.
   */
  public static final long LOSS_MILLIS = 350;

  /**
   * How long two that claim at the same moment may both answer: until they hear each other. README:
   * 200 where a majority forms at that moment, as at a start of many on few processors.
   */
  public static final long CLAIM_MILLIS = 200;

  /**
   * The same where nine JVMs start at once on two processors, and each hears the others late;
   * measured 219 once, mostly none.
   */
  public static final long CROWDED_CLAIM_MILLIS = 660;

  /**
   * From the death of an owner of which no speaker hears, to the next owner's first frame: the wire
   * is asked once a second.
   */
  public static final double UNTOLD_DEATH_MILLIS = 2_000;

  private Bounds() {}
}
