package dev.starling.membership.jgroups;

import dev.starling.membership.Keyring;
import dev.starling.membership.Peer;
import dev.starling.membership.detect.DetectorSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a {@link JGroupsMembership} needs to know.
 *
 * @param node this speaker's node, as the others' peer lists name it
 * @param cluster speakers with another cluster name are never heard
 * @param bind the node's own address and the cluster's port; never a wildcard
 * @param detector how fast and how sure; the same on every member
 * @param keys the keys at the start
 * @param peers the other speakers that ought to exist, to begin with
 * @param policy what may be tuned
 * @param random where the incarnation and the session come from: a {@code SecureRandom}
 */
public record Config(
    String node,
    String cluster,
    InetSocketAddress bind,
    DetectorSettings detector,
    Keyring keys,
    List<Peer> peers,
    Policy policy,
    RandomGenerator random) {
  /** Copies the list and refuses a wildcard or an unresolved address. */
  public Config {
    peers = List.copyOf(peers);
    if (bind.isUnresolved() || bind.getAddress().isAnyLocalAddress() || bind.getPort() == 0) {
      throw new IllegalArgumentException("bind to one address and port of this node, not " + bind);
    }
  }

  /**
   * What may be tuned.
   *
   * @param keyLinger how long a key that is no longer listed is accepted at least. Longer: a node
   *     that was away with the old key can still come back
   * @param onlyExpected whether datagrams of addresses that are neither expected nor a member's are
   *     dropped unread. Cheaper under attack; needs complete peer lists on every node
   */
  public record Policy(Duration keyLinger, boolean onlyExpected) {
    /** Ten minutes, only expected sources. */
    public static Policy standard() {
      return new Policy(Duration.ofMinutes(10), true);
    }
  }
}
