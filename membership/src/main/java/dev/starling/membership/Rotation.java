package dev.starling.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Which keys a speaker holds while keys change, and with which it seals for whom. A key that the
 * configuration no longer lists stays accepted until every other member has moved to the newest and
 * a linger has passed, so no order of steps on the nodes can part two speakers.
 *
 * @param held newest first
 */
public record Rotation(List<Held> held) {
  /**
   * A key in use.
   *
   * @param key the key
   * @param sinceNanos when it became the newest, or was taken up
   * @param listed whether the configuration still names it
   */
  public record Held(MasterKey key, long sinceNanos, boolean listed) {}

  /**
   * What a peer's last authentic frame has told.
   *
   * @param newestId the newest key that the peer holds; this speaker may not hold it
   * @param sealedWithId the key of that frame, which both hold or held
   */
  public record Heard(int newestId, int sealedWithId) {}

  /** Copies the list. */
  public Rotation {
    held = List.copyOf(held);
  }

  /** The start: exactly the configured keys. */
  public static Rotation of(Keyring configured, long nowNanos) {
    return new Rotation(
        configured.keys().stream().map(key -> new Held(key, nowNanos, true)).toList());
  }

  /** All keys that are accepted, newest first. */
  public Keyring ring() {
    return new Keyring(held.stream().map(Held::key).toList());
  }

  /**
   * Takes up changed keys: the listed ones in their order, then those no longer listed. Where that
   * makes too many, the oldest of the latter go at once.
   */
  public Rotation install(Keyring configured, long nowNanos) {
    List<Held> next = new ArrayList<>();
    for (MasterKey key : configured.keys()) {
      boolean becomesNewest = next.isEmpty() && !key.equals(held.getFirst().key());
      long since = becomesNewest ? nowNanos : holding(key).map(Held::sinceNanos).orElse(nowNanos);
      next.add(new Held(key, since, true));
    }
    for (Held old : held) {
      boolean gone = configured.find(old.key().id()).isEmpty();
      if (gone && next.size() < Keyring.KEYS_MAX) {
        next.add(new Held(old.key(), old.sinceNanos(), false));
      }
    }
    return new Rotation(next);
  }

  /**
   * Drops the keys that are no longer listed, once nobody needs them.
   *
   * @param newestByMember for each other member the newest key it has announced; 0 for none yet
   * @param lingerNanos how long after the change of keys an old one is kept at least
   */
  public Rotation expire(
      SortedMap<MemberId, Integer> newestByMember, long nowNanos, long lingerNanos) {
    Held newest = held.getFirst();
    boolean lingered = nowNanos - newest.sinceNanos() - lingerNanos >= 0;
    if (!lingered || !laggards(newestByMember).isEmpty()) {
      return this;
    }
    List<Held> kept = held.stream().filter(Held::listed).toList();
    return kept.size() == held.size() ? this : new Rotation(kept);
  }

  /** The other members that have not announced this speaker's newest key. */
  public List<MemberId> laggards(SortedMap<MemberId, Integer> newestByMember) {
    int newest = held.getFirst().key().id();
    return newestByMember.entrySet().stream()
        .filter(entry -> entry.getValue() != newest)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The keys to seal with for a peer, one copy for each: the newest that it is known to hold; all
   * of them for a peer that has never been heard, or of which no key is known.
   */
  public static List<MasterKey> sealingKeys(Keyring ring, Optional<Heard> heard) {
    return heard
        .flatMap(peer -> ring.find(peer.newestId()).or(() -> ring.find(peer.sealedWithId())))
        .map(List::of)
        .orElse(ring.keys());
  }

  private Optional<Held> holding(MasterKey key) {
    return held.stream().filter(candidate -> candidate.key().equals(key)).findFirst();
  }
}
