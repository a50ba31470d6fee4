package dev.starling.membership;

import java.net.InetAddress;
import java.util.Collection;

/**
 * The group of speakers as one of them sees it. What happens in it is told to a {@link Listener};
 * nothing here blocks for longer than a send.
 */
public interface Membership extends AutoCloseable {
  /** This speaker's own life. */
  MemberId self();

  /**
   * Joins the group, in the background: the first view comes to the listener. Call once; after
   * {@link #close}, which may come on another thread, it does nothing.
   *
   * @param seeker is asked for one absent peer after the other while the view has no majority of
   *     the expected speakers: 20 times a second, less often where more than ten are absent
   */
  void start(Seeker seeker);

  /**
   * The other speakers that ought to exist, without this one. Replaces the last list at once; an
   * empty list keeps nobody out that is a member already.
   */
  void expect(Collection<Peer> peers);

  /** Takes up a changed set of keys without a change of membership. */
  void install(Keyring keys);

  /**
   * Sends to every other member of the current view: reliably and once, but in no order. A message
   * waits for none before it that was lost.
   */
  void broadcast(byte[] payload);

  /** Sends to one member, like {@link #broadcast}. */
  void send(MemberId to, byte[] payload);

  /**
   * This speaker acts by {@code view} from now on, as told by {@link Listener#viewInstalled}. Only
   * then may its permit be longer than the one it had before that view.
   */
  void viewTaken(View view);

  /** Greets every expected speaker outside of the view at once: one that lives is then heard. */
  void hail();

  /**
   * Until when, on {@link System#nanoTime}'s clock, this speaker may answer for its IPs: see {@link
   * dev.starling.membership.detect.Detector#permitUntilNanos}. One volatile read.
   */
  long permitUntilNanos();

  /** What a person or a metric wants to know; assembled on each call. */
  MembershipStatus status();

  /** Leaves the group, telling it so where it can, within about a second. */
  @Override
  void close();

  /**
   * Makes the kernel find a peer again. While a peer is out of reach its neighbour entry fails, and
   * the kernel asks for it once a second only (RFC 4861, section 10: RETRANS_TIMER; the same for
   * ARP): datagrams wait for that long after a split has healed. Called on any thread; must not
   * block.
   */
  @FunctionalInterface
  interface Seeker {
    /** A hello to {@code peer} is about to be sent. */
    void seek(InetAddress peer);
  }

  /** Hears of what happens. Called on many threads, never two at once; must only hand over. */
  interface Listener {
    /** A view is in force from {@code nanos} on. */
    void viewInstalled(View view, long nanos);

    /** A member's {@link #broadcast} or {@link #send}. */
    void messageReceived(MemberId from, byte[] payload, long nanos);

    /**
     * Enough observers report {@code member}, or it has crashed: a view without it should follow.
     *
     * @param lastHeardNanos when it last answered this speaker, or 0 where this one did not watch
     * @param silent whether enough observers have said that they heard nothing of it for a timeout:
     *     it had no permit then. Otherwise its host's kernel said that nobody listens there, or all
     *     who should confirm the silence are out of reach: it may have a permit for as long as
     *     anybody observes it
     */
    void suspected(MemberId member, long lastHeardNanos, boolean silent, long nanos);

    /**
     * The last {@link #suspected} is taken back: {@code member} has answered, or not enough report
     * it.
     */
    default void unsuspected(MemberId member, long nanos) {}

    /** An expected speaker outside of the view was heard, and hears this one. */
    void outsiderHeard(Outsider outsider, long nanos);

    /**
     * A permit that is held ends sooner than {@link Membership#permitUntilNanos} has said until
     * now: with a view, or because an observer is less patient than this speaker. Whoever sleeps
     * until the old end must look again. What only runs out is not told.
     */
    default void permitShortened(long nanos) {}
  }

  /**
   * What a speaker outside of the view says of its own.
   *
   * @param member its life
   * @param view its view
   * @param viewSize how many members that view has
   */
  record Outsider(MemberId member, ViewId view, int viewSize) {}
}
