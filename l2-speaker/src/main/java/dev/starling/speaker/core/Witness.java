package dev.starling.speaker.core;

import java.util.Collection;
import java.util.List;

/**
 * Whether somebody outside of the group says that this node's link works: asked only while this
 * speaker is alone, or about to be. A link that has no witness speaks for itself with its carrier.
 */
final class Witness {
  /** Between two questions. */
  static final long ASK_NANOS = 100_000_000L;

  /** How long an answer counts. */
  static final long FRESH_NANOS = 350_000_000L;

  /** How long the first answer may take: one question may get lost on the way. */
  static final long PATIENCE_NANOS = 150_000_000L;

  private enum State {
    IDLE,
    ASKING,
    ANSWERING,
    SILENT
  }

  private State state = State.IDLE;
  private long askedSinceNanos;
  private long nextAskNanos;
  private long heardNanos;
  private boolean heard;

  boolean answers() {
    return state == State.ANSWERING;
  }

  void heard(long nowNanos) {
    heard = true;
    heardNanos = nowNanos;
  }

  /**
   * Looks anew, and says whom to ask.
   *
   * @param needed whether anybody wants to know
   * @return the links on which to ask now
   */
  List<String> update(boolean needed, Collection<LinkState> links, long nowNanos) {
    if (!needed) {
      state = State.IDLE;
      heard = false;
      return List.of();
    }
    if (state == State.IDLE) {
      state = State.ASKING;
      askedSinceNanos = nowNanos;
      nextAskNanos = nowNanos;
    }
    judge(links, nowNanos);
    if (!Instants.hasCome(nextAskNanos, nowNanos)) {
      return List.of();
    }
    nextAskNanos = nowNanos + ASK_NANOS;
    return links.stream().filter(l -> l.usable() && l.witness()).map(LinkState::name).toList();
  }

  long deadlineNanos() {
    return state == State.IDLE ? Instants.NEVER : nextAskNanos;
  }

  private void judge(Collection<LinkState> links, long nowNanos) {
    boolean speaksForItself = links.stream().anyMatch(l -> l.usable() && !l.witness());
    boolean fresh = heard && nowNanos - heardNanos <= FRESH_NANOS;
    boolean usable = links.stream().anyMatch(LinkState::usable);
    if (usable && (speaksForItself || fresh)) {
      state = State.ANSWERING;
    } else if (!usable || nowNanos - askedSinceNanos > PATIENCE_NANOS) {
      state = State.SILENT;
    } else {
      state = State.ASKING;
    }
  }
}
