package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a flood on the wire from becoming a flood of callbacks: one per address and {@link
 * #QUIET_NANOS}, and a bound for all. Claims of IPs owned here have a bound of their own, so that
 * the chatter about others cannot hide them. For one thread; allocates only for what it passes.
 */
final class RadarGate {
  /** How long an address stays quiet after a callback: 100 ms. */
  static final long QUIET_NANOS = 100_000_000L;

  private static final int PER_SECOND = 1_000;

  /** Addresses share a place when their hashes do; then one may be told more often than it need. */
  private static final int PLACES = 1 << 12;

  private final Radar radar;
  private final Counters counters;
  private final TokenBucket owned = new TokenBucket(PER_SECOND, PER_SECOND);
  private final TokenBucket others = new TokenBucket(PER_SECOND, PER_SECOND);
  private final long[] quietUntilNanos = new long[PLACES];
  private final @Nullable InetAddress[] lastTold = new @Nullable InetAddress[PLACES];

  RadarGate(Radar radar, Counters counters) {
    this.radar = radar;
    this.counters = counters;
  }

  void foreignClaim(InetAddress ip, boolean isOwned, long mac, long nowNanos) {
    if (passes(ip, isOwned ? owned : others, nowNanos)) {
      radar.foreignClaim(ip, new MacAddress(mac));
    }
  }

  void witnessHeard(InetAddress witness, long nowNanos) {
    if (passes(witness, owned, nowNanos)) {
      radar.witnessHeard(witness);
    }
  }

  private boolean passes(InetAddress about, TokenBucket bucket, long nowNanos) {
    int place = spread(about.hashCode()) & (PLACES - 1);
    boolean quiet = about.equals(lastTold[place]) && quietUntilNanos[place] - nowNanos > 0;
    boolean told = !quiet && bucket.take(nowNanos);
    if (told) {
      lastTold[place] = about;
      quietUntilNanos[place] = nowNanos + QUIET_NANOS;
    }
    counters.countRadar(told);
    return told;
  }

  private static int spread(int hash) {
    return (hash * 0x9e37_79b9) >>> 16;
  }
}
