package dev.starling.speaker.core;

/**
 * What the speaker as a whole is doing, in a word and in a few.
 *
 * @param settled whether being settled is in effect
 * @param confirming whether it has settled, which the others may have to confirm yet
 * @param unconfirmed how many have not
 * @param replaced whether a younger speaker runs under the same node name
 * @param elsewhere how many IPs are not claimed because somebody outside of the group answers
 * @param hailing whether it is alone and gives whoever is missing the time to answer
 */
record Situation(
    Standing standing,
    Departure departure,
    boolean settled,
    boolean confirming,
    int unconfirmed,
    boolean permitHeld,
    boolean hailing,
    boolean replaced,
    int elsewhere) {
  SpeakerState state() {
    if (departure.isDraining()) {
      return SpeakerState.DRAINING;
    }
    if (!settled || hailing || replaced) {
      return SpeakerState.SETTLING;
    }
    if (!permitHeld) {
      return SpeakerState.LOCAL_STALL;
    }
    if (standing.yields()) {
      return SpeakerState.YIELDING;
    }
    return standing.isAlone() && !standing.witnessed()
        ? SpeakerState.ISOLATED
        : SpeakerState.ACTIVE;
  }

  String why() {
    return switch (state()) {
      case SETTLING ->
          replaced
              ? "replaced: another speaker runs under this node's name"
              : hailing
                  ? "alone; hailing whoever is missing"
                  : confirming
                      ? "waiting for " + unconfirmed + " members to confirm"
                      : "waiting for the other expected speakers";
      case ACTIVE ->
          standing.majority()
              ? "majority"
              : elsewhere == 0
                  ? "no majority"
                  : "no majority; others on this segment answer for " + elsewhere + " IPs";
      case YIELDING -> "a larger group was heard and is being joined";
      case ISOLATED -> "alone, and the witness does not answer";
      case LOCAL_STALL -> "not confirmed by enough observers lately";
      case DRAINING -> departure.isDrained() ? "drained" : "handing over";
    };
  }
}
