package dev.starling.membership;

import java.util.List;
import java.util.SortedMap;

/**
 * What a person or a metric wants to know of the group's inner life.
 *
 * @param cluster its name
 * @param problem why this speaker cannot take part at the moment, or empty
 * @param keys those that are held, newest first
 * @param peers those that are expected, and members that are not, by node
 * @param counts totals since the start
 * @param drops datagrams not let in, for each reason
 */
public record MembershipStatus(
    String cluster,
    String problem,
    List<Key> keys,
    List<PeerState> peers,
    Counts counts,
    SortedMap<DropReason, Long> drops) {
  /** When nothing has been heard. */
  public static final long NEVER = -1;

  /** Copies the lists. */
  public MembershipStatus {
    keys = List.copyOf(keys);
    peers = List.copyOf(peers);
  }

  /**
   * A key that is held.
   *
   * @param id eight hexadecimal digits that do not reveal the key
   * @param newest whether this speaker announces it
   * @param listed whether the configuration still names it
   * @param ageMillis since it became the newest, or was taken up
   * @param laggards for a newest key, the nodes whose members have not announced it yet
   */
  public record Key(
      String id, boolean newest, boolean listed, long ageMillis, List<String> laggards) {
    /** Copies the list. */
    public Key {
      laggards = List.copyOf(laggards);
    }
  }

  /**
   * Another speaker.
   *
   * @param node its node's name, or the member's id where no expected peer fits
   * @param expected whether the configuration names it
   * @param member whether it is in the view
   * @param newestKeyId the newest key it has announced, or empty
   * @param lastHeardMillis how long ago its last authentic datagram came, or {@link #NEVER}
   */
  public record PeerState(
      String node, boolean expected, boolean member, String newestKeyId, long lastHeardMillis) {}

  /**
   * Totals since the start.
   *
   * @param sealed frames sent
   * @param opened frames let in
   * @param sendFailures frames that the kernel did not take
   * @param knocks datagrams of one byte from peers that watch this port
   * @param portsUnreachable times that a peer's kernel said nobody listens
   * @param suspicions members reported dead by enough observers
   * @param suspicionsTakenBack those that answered after all
   * @param merges healings that this speaker has begun
   */
  public record Counts(
      long sealed,
      long opened,
      long sendFailures,
      long knocks,
      long portsUnreachable,
      long suspicions,
      long suspicionsTakenBack,
      long merges) {}
}
