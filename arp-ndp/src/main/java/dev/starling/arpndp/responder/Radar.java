package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;

/**
 * Hears what frames tell beside what they ask. Called on the link's capture thread, at most once
 * per address in {@link RadarGate#QUIET_NANOS}; must only hand over.
 */
public interface Radar {
  /** Hears nothing. */
  Radar DEAF =
      new Radar() {
        @Override
        public void foreignClaim(InetAddress ip, MacAddress claimant) {}

        @Override
        public void witnessHeard(InetAddress witness) {}
      };

  /**
   * Another host claims the service IP {@code ip}, owned here or not: a stranger, or simply the
   * speaker that owns it (RFC 5227 section 2.4, RFC 4862 section 5.4.4).
   */
  void foreignClaim(InetAddress ip, MacAddress claimant);

  /** The witness has answered us on this link. */
  void witnessHeard(InetAddress witness);
}
