package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;

/**
 * Keeps a flood on the wire from becoming a flood of callbacks, as {@link Radar} says: what was
 * told is quiet for a while, and there is a bound for all. Claims of IPs owned here have a bound of
 * their own, so that the chatter about others cannot hide them. For one thread; allocates only for
 * what it passes.
 */
final class RadarGate {
  /** Far more than the claims that are told in a quiet time. */
  private static final int PLACES = 1 << 12;

  private static final int WITNESSES = 1 << 6;

  private final Radar radar;
  private final Counters counters;
  private final TokenBucket owned = new TokenBucket(Radar.TOLD_PER_SECOND, Radar.TOLD_PER_SECOND);
  private final TokenBucket others = new TokenBucket(Radar.TOLD_PER_SECOND, Radar.TOLD_PER_SECOND);
  private final TokenBucket witnessAnswers =
      new TokenBucket(Radar.TOLD_PER_SECOND, Radar.TOLD_PER_SECOND);
  private final QuietTimes claims = new QuietTimes(PLACES);

  /** Apart from the claims: a witness may be a service IP that another speaker owns. */
  private final QuietTimes witnesses = new QuietTimes(WITNESSES);

  RadarGate(Radar radar, Counters counters) {
    this.radar = radar;
    this.counters = counters;
  }

  void foreignClaim(InetAddress ip, boolean isOwned, long mac, boolean states, long nowNanos) {
    long claimant = states ? mac : QuietTimes.NOBODY;
    if (passes(claims, ip, claimant, isOwned ? owned : others, nowNanos)) {
      radar.foreignClaim(ip, new MacAddress(mac), states);
    }
  }

  void witnessHeard(InetAddress witness, long nowNanos) {
    if (passes(witnesses, witness, QuietTimes.NOBODY, witnessAnswers, nowNanos)) {
      radar.witnessHeard(witness);
    }
  }

  private boolean passes(
      QuietTimes quiet, InetAddress about, long claimant, TokenBucket bucket, long nowNanos) {
    boolean told = !quiet.isQuiet(about, claimant, nowNanos) && bucket.take(nowNanos);
    if (told) {
      quiet.begin(about, claimant, nowNanos);
    }
    counters.countRadar(told);
    return told;
  }
}
