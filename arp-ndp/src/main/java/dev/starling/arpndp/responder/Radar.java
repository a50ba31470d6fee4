package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;

/**
 * Hears what frames tell beside what they ask. Called on the link's capture thread; must only hand
 * over.
 *
 * <p>A flood of frames is no flood of calls. After one, the same is quiet for {@link #QUIET_NANOS}:
 * the claimant that states to have an address, or, where a frame is only sent from it, the address.
 * Of one address {@link #CLAIMANTS_MAX} claimants are told in that time, and no more. Each link
 * remembers that of 4,096 addresses; of more, or where their hashes are alike, some are told more
 * often. Whatever is told, there are no more than {@link #TOLD_PER_SECOND} calls about IPs owned
 * here, as many about others, and as many about witnesses, after as many at once. What is not told
 * then is lost, and counted.
 */
public interface Radar {
  /** How long the radar stays quiet about the same after a callback: 100 ms. */
  long QUIET_NANOS = 100_000_000L;

  /** How many different claimants of one address it tells of in {@link #QUIET_NANOS}. */
  int CLAIMANTS_MAX = 4;

  /** How many callbacks of each kind a link makes in a second, beyond what it may make at once. */
  int TOLD_PER_SECOND = 1_000;

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
