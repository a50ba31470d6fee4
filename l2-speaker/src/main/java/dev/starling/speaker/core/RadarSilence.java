package dev.starling.speaker.core;

import dev.starling.arpndp.responder.Radar;
import dev.starling.election.ServiceIp;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * For which IPs a question would be in vain: the radar is quiet about an address for a while after
 * it has told of it. Bounded.
 */
final class RadarSilence {
  private static final int IPS_MAX = 4_096;

  private final SortedMap<ServiceIp, Long> toldNanos = new TreeMap<>();

  /** The radar has told of {@code ip}. */
  void told(ServiceIp ip, long nowNanos) {
    if (toldNanos.size() >= IPS_MAX) {
      toldNanos.values().removeIf(nanos -> nowNanos - nanos >= Radar.QUIET_NANOS);
    }
    if (toldNanos.size() < IPS_MAX || toldNanos.containsKey(ip)) {
      toldNanos.put(ip, nowNanos);
    }
  }

  /** When it would tell of {@code ip} again: now, or later. */
  long endsNanos(ServiceIp ip, long nowNanos) {
    Long told = toldNanos.get(ip);
    if (told == null || nowNanos - told >= Radar.QUIET_NANOS) {
      return nowNanos;
    }
    return told + Radar.QUIET_NANOS;
  }
}
