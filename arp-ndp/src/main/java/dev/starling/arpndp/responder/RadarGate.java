package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a flood on the wire from becoming a flood of callbacks: after one, its address is quiet for
 * {@link Radar#QUIET_NANOS}, but for another claimant that states its claim; and there is a bound
 * for all. Claims of IPs owned here have a bound of their own, so that the chatter about others
 * cannot hide them. For one thread; allocates only for what it passes.
 */
final class RadarGate {
  private static final int PER_SECOND = 1_000;

  /** No claimant: no unicast MAC address. */
  private static final long NOBODY = 0;

  /** Addresses share a place when their hashes do; then one may be told more often than it need. */
  private static final int PLACES = 1 << 12;

  private final Radar radar;
  private final Counters counters;
  private final TokenBucket owned = new TokenBucket(PER_SECOND, PER_SECOND);
  private final TokenBucket others = new TokenBucket(PER_SECOND, PER_SECOND);
  private final long[] quietUntilNanos = new long[PLACES];
  private final long[] lastClaimant = new long[PLACES];
  private final @Nullable InetAddress[] lastTold = new @Nullable InetAddress[PLACES];

  RadarGate(Radar radar, Counters counters) {
    this.radar = radar;
    this.counters = counters;
  }

  void foreignClaim(InetAddress ip, boolean isOwned, long mac, boolean states, long nowNanos) {
    if (passes(ip, states ? mac : NOBODY, isOwned ? owned : others, nowNanos)) {
      radar.foreignClaim(ip, new MacAddress(mac), states);
    }
  }

  void witnessHeard(InetAddress witness, long nowNanos) {
    if (passes(witness, NOBODY, owned, nowNanos)) {
      radar.witnessHeard(witness);
    }
  }

  private boolean passes(InetAddress about, long claimant, TokenBucket bucket, long nowNanos) {
    int place = spread(about.hashCode()) & (PLACES - 1);
    boolean quiet = about.equals(lastTold[place]) && quietUntilNanos[place] - nowNanos > 0;
    boolean isNews = claimant != NOBODY && claimant != lastClaimant[place];
    boolean told = (!quiet || isNews) && bucket.take(nowNanos);
    if (told) {
      lastTold[place] = about;
      lastClaimant[place] = claimant;
      quietUntilNanos[place] = nowNanos + Radar.QUIET_NANOS;
    }
    counters.countRadar(told);
    return told;
  }

  private static int spread(int hash) {
    return (hash * 0x9e37_79b9) >>> 16;
  }
}
