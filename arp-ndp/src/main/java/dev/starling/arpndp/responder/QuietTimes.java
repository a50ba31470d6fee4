package dev.starling.arpndp.responder;

import java.net.InetAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Of whom the radar was told lately: of each address some claimants, each quiet for {@link
 * Radar#QUIET_NANOS} from when it was told of. For one thread; allocates nothing once it is made.
 *
 * <p>Addresses whose hashes are alike share a place, which remembers the one told of last; the
 * other is then told of more often than it need.
 */
final class QuietTimes {
  /** No claimant: no unicast MAC address. Told of only while the whole address is quiet. */
  static final long NOBODY = 0;

  /** One for {@link #NOBODY}, then one for each claimant. */
  private static final int LANES = 1 + Radar.CLAIMANTS_MAX;

  private final @Nullable InetAddress[] told;
  private final long[] claimants;
  private final long[] untilNanos;

  /** Nothing was told. */
  QuietTimes(int places) {
    told = new @Nullable InetAddress[places];
    claimants = new long[places * LANES];
    untilNanos = new long[places * LANES];
  }

  /** Whether {@code claimant} is not to be told of now: it was, or as many others as may be. */
  boolean isQuiet(InetAddress about, long claimant, long nowNanos) {
    int place = placeOf(about);
    if (!about.equals(told[place])) {
      return false;
    }
    int quiet = 0;
    for (int lane = place * LANES; lane < (place + 1) * LANES; lane++) {
      if (untilNanos[lane] - nowNanos > 0) {
        if (claimant == NOBODY || claimants[lane] == claimant) {
          return true;
        }
        quiet += claimants[lane] == NOBODY ? 0 : 1;
      }
    }
    return quiet == Radar.CLAIMANTS_MAX;
  }

  /** {@code claimant}, which was not quiet, is told of now. */
  void begin(InetAddress about, long claimant, long nowNanos) {
    int place = placeOf(about);
    int lane = place * LANES;
    if (!about.equals(told[place])) {
      told[place] = about;
      Arrays.fill(untilNanos, lane, lane + LANES, nowNanos);
    }
    if (claimant != NOBODY) {
      lane++;
      while (untilNanos[lane] - nowNanos > 0) {
        lane++;
      }
    }
    claimants[lane] = claimant;
    untilNanos[lane] = nowNanos + Radar.QUIET_NANOS;
  }

  private int placeOf(InetAddress about) {
    int spread = (about.hashCode() * 0x9e37_79b9) >>> 16;
    return spread % told.length;
  }
}
