package dev.starling.membership.seal;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import javax.crypto.SecretKey;

/**
 * The sessions from which authentic frames have come, one for each key and sender. Only a holder of
 * the key can add one. An idle one is forgotten only when the clock alone keeps its frames out.
 */
final class Sessions {
  /** Kept at most: four lives of a thousand speakers, under two keys. */
  static final int KEPT_MAX = 8192;

  /** Twice the tolerance of {@link Opener}, so that a forgotten session's frames are stale. */
  static final long IDLE_NANOS = 121_000_000_000L;

  private static final int NEW_PER_SECOND_MAX = 500;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Map<Id, Session> sessions = new ConcurrentHashMap<>();
  private final Map<Long, Session> bySender = new ConcurrentHashMap<>();
  private long secondStartNanos;
  private int newThisSecond;

  /** Which session. */
  record Id(int keyId, long session) {
    // Once a datagram: what the JVM makes of a record takes a microsecond without its second
    // compiler.
    @Override
    public boolean equals(Object other) {
      return other instanceof Id that && session == that.session && keyId == that.keyId;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(session) + keyId;
    }
  }

  /** The key of a session and what has been seen of it. */
  static final class Session {
    final SecretKey key;
    final ReplayWindow window;
    private final Map<Integer, SecretKey> others = new ConcurrentHashMap<>();
    private volatile long lastNanos;

    Session(SecretKey key, ReplayWindow window, long nowNanos) {
      this.key = key;
      this.window = window;
      this.lastNanos = nowNanos;
    }

    /**
     * The same sender's key under another master key. Kept, though nothing authentic may have come
     * under it: who has overheard the session can forge frames that ask for it, at any rate.
     */
    SecretKey keyUnder(int keyId, Supplier<SecretKey> derivation) {
      return others.computeIfAbsent(keyId, _ -> derivation.get());
    }

    /** Notes that an authentic frame has come. */
    void touch(long nowNanos) {
      lastNanos = nowNanos;
    }
  }

  /** The session, if an authentic frame of it has come. */
  Optional<Session> find(Id id) {
    return Optional.ofNullable(sessions.get(id));
  }

  /**
   * The same sender's session under whichever key was last, if any: a sender counts its frames
   * across keys.
   */
  Optional<Session> findBySender(long session) {
    return Optional.ofNullable(bySender.get(session));
  }

  /**
   * Whether one more key may be derived for a frame of an unknown session: a flood of forged ones
   * must not cost more than a hundredth of a core.
   */
  synchronized boolean mayTry(long nowNanos) {
    if (nowNanos - secondStartNanos >= SECOND_NANOS || newThisSecond == 0) {
      secondStartNanos = nowNanos;
      newThisSecond = 0;
    }
    newThisSecond++;
    return newThisSecond <= NEW_PER_SECOND_MAX;
  }

  /** Remembers a session after its first authentic frame; nothing if there are too many. */
  synchronized Optional<Session> add(Id id, Session fresh, long nowNanos) {
    Session known = sessions.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    if (sessions.size() >= KEPT_MAX) {
      boolean anyIdle =
          sessions.values().removeIf(session -> nowNanos - session.lastNanos >= IDLE_NANOS);
      if (anyIdle) {
        forgetSenders();
      }
    }
    if (sessions.size() >= KEPT_MAX) {
      return Optional.empty();
    }
    sessions.put(id, fresh);
    bySender.put(id.session(), fresh);
    return Optional.of(fresh);
  }

  /** Forgets the sessions of keys that are no longer held. */
  void retainKeys(IntPredicate held) {
    sessions.keySet().removeIf(id -> !held.test(id.keyId()));
    sessions.values().forEach(session -> session.others.keySet().removeIf(id -> !held.test(id)));
    forgetSenders();
  }

  private void forgetSenders() {
    Set<Session> kept = new HashSet<>(sessions.values());
    bySender.values().removeIf(session -> !kept.contains(session));
  }

  int size() {
    return sessions.size();
  }
}
