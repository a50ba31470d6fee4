package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;

/**
 * Keeps a flood on the wire from becoming a flood of callbacks, as {@link Radar} says: what was
 * told is quiet for a while, and there is a bound for each kind. So the chatter about others hides
 * neither the claims of IPs owned here nor the answers to this link's own questions. For one
 * thread; allocates only for what it passes.
 */
final class RadarGate {
  /** Far more than the claims that are told in a quiet time. */
  private static final int PLACES = 1 << 12;

  private static final int WITNESSES = 1 << 6;

  /** To 500 questions, from as many claimants of each as are told. */
  private static final int ANSWERS_AT_ONCE = 500 * Radar.CLAIMANTS_MAX;

  private final Radar radar;
  private final Counters counters;
  private final TokenBucket owned = bound(Radar.TOLD_PER_SECOND);
  private final TokenBucket others = bound(Radar.TOLD_PER_SECOND);
  private final TokenBucket answers = bound(ANSWERS_AT_ONCE);
  private final TokenBucket witnessAnswers = bound(Radar.TOLD_PER_SECOND);
  private final QuietTimes claims = new QuietTimes(PLACES);

  /** Apart from the claims: a witness may be a service IP that another speaker owns. */
  private final QuietTimes witnesses = new QuietTimes(WITNESSES);

  RadarGate(Radar radar, Counters counters) {
    this.radar = radar;
    this.counters = counters;
  }

  private static TokenBucket bound(int atOnce) {
    return new TokenBucket(Radar.TOLD_PER_SECOND, atOnce);
  }

  void foreignClaim(InetAddress ip, boolean isOwned, long mac, Statement statement, long nowNanos) {
    boolean states = statement != Statement.NONE;
    long claimant = states ? mac : QuietTimes.NOBODY;
    TokenBucket ofClaims = isOwned ? owned : others;
    TokenBucket bucket = statement == Statement.TO_US ? answers : ofClaims;
    if (passes(claims, ip, claimant, bucket, nowNanos)) {
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
