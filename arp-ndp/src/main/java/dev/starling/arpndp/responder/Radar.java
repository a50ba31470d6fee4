package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;

/**
 * Hears what frames tell beside what they ask. Called on the link's capture thread; must only hand
 * over.
 *
 * <p>A flood of frames is no flood of calls. A claimant that states its claim of an address is then
 * quiet for {@link #QUIET_NANOS}, and in that time {@link #CLAIMANTS_MAX} of one address are told
 * of; a frame that is only sent from an address is told of while nothing else is. This is kept for
 * 4,096 addresses: of more, and where their hashes are alike, some are told of more often.
 *
 * <p>Nothing makes a link tell of more than {@link #TOLD_PER_SECOND} of a kind for long: answers to
 * this link, which are those to its own questions (2,000 at once: 500 questions, {@link
 * #CLAIMANTS_MAX} answers to each), then what else claims an IP owned here, what claims another,
 * and what shows that a witness hears us (1,000 at once each). So no kind uses up what another may
 * tell. What is not told is lost, and counted.
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
