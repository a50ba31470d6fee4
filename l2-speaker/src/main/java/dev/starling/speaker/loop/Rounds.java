package dev.starling.speaker.loop;

import dev.starling.arpndp.responder.Announcements;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The announcements of one link with one MAC address, made before they are needed. */
final class Rounds {
  /** How many IPs have theirs made; more would be made too slowly, and take much memory. */
  static final int PREPARED_MAX = 4_096;

  private final MacAddress mac;
  private final SortedMap<ServiceIp, List<byte[]>> prepared = new TreeMap<>();

  Rounds(MacAddress mac, SortedSet<ServiceIp> ips) {
    this.mac = mac;
    ips.stream()
        .limit(PREPARED_MAX)
        .forEach(ip -> prepared.put(ip, Announcements.frames(ip.address(), mac)));
  }

  /** The frames of one round. */
  List<byte[]> of(ServiceIp ip) {
    @Nullable List<byte[]> frames = prepared.get(ip);
    return frames == null ? Announcements.frames(ip.address(), mac) : frames;
  }
}
