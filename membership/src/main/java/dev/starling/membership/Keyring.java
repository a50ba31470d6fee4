package dev.starling.membership;

import java.util.List;
import java.util.Optional;

/**
 * The keys that a speaker holds: the newest, with which it wants to seal, and those that it still
 * accepts.
 *
 * @param keys newest first; one to {@link #KEYS_MAX}, no two with the same id
 */
public record Keyring(List<MasterKey> keys) {
  /** More keys than this are never held at once: each costs a second copy of some datagrams. */
  public static final int KEYS_MAX = 4;

  /** Copies the list and refuses one that is empty, too long or doubled. */
  public Keyring {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.size() > KEYS_MAX) {
      throw new IllegalArgumentException("one to " + KEYS_MAX + " keys, not " + keys.size());
    }
    if (keys.stream().map(MasterKey::id).distinct().count() < keys.size()) {
      throw new IllegalArgumentException("two keys with one id");
    }
  }

  /** The key that this speaker announces and prefers. */
  public MasterKey newest() {
    return keys.getFirst();
  }

  /** The key with this id, if it is held. */
  public Optional<MasterKey> find(int id) {
    for (MasterKey key : keys) {
      if (key.id() == id) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }
}
