package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;

/**
 * Hears what frames tell beside what they ask. Called on the link's capture thread, at most once
 * per address and claimant in {@link #QUIET_NANOS}; must only hand over.
 */
public interface Radar {
  /** How long the radar stays quiet about the same after a callback: 100 ms. */
  long QUIET_NANOS = 100_000_000L;

  /** Hears nothing. */
  Radar DEAF =
      new Radar() {
        @Override
        public void foreignClaim(InetAddress ip, MacAddress claimant, boolean states) {}

        @Override
        public void witnessHeard(InetAddress witness) {}
      };

  /**
   * Another host claims the service IP {@code ip}, owned here or not: a stranger, or simply the
   * speaker that owns it (RFC 5227 section 2.4, RFC 4862 section 5.4.4).
   *
   * @param states whether it says so, in an answer or an announcement; or only sends from the IP,
   *     as a host does that has it on its loopback interface
   */
  void foreignClaim(InetAddress ip, MacAddress claimant, boolean states);

  /** The witness has answered us on this link. */
  void witnessHeard(InetAddress witness);
}
