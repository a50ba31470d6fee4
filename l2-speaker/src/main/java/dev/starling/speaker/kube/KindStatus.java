package dev.starling.speaker.kube;

import org.jspecify.annotations.Nullable;

/**
 * How well objects of one kind are known.
 *
 * @param name of the kind, in the words of RBAC
 * @param objects held
 * @param dropped how often one was left out: for want of room, or since it could not be taken
 * @param sinceMillis Unix time at which it came into this state
 * @param lists read, all pages of one as one
 * @param watches begun
 * @param lastError one line, or null if there was none yet
 */
public record KindStatus(
    String name,
    State state,
    int objects,
    long dropped,
    long sinceMillis,
    long lists,
    long watches,
    @Nullable String lastError) {
  /** The states of a kind. */
  public enum State {
    /** Not listed yet. */
    STARTING,
    /** Changes are heard at once. */
    WATCHING,
    /** The server is not heard; what was last known stays. */
    LOST,
    /** The server does not know the kind; it is asked now and then. */
    ABSENT
  }
}
