package dev.starling.speaker.kube;

import dev.starling.speaker.kube.KindStatus.State;
import org.jspecify.annotations.Nullable;

/** What became of one kind so far, for its status. Of any thread. */
final class KindRecord {
  private final String name;
  private State state = State.STARTING;
  private long sinceMillis = System.currentTimeMillis();
  private long lists;
  private long watches;
  private @Nullable String lastError;

  KindRecord(String name) {
    this.name = name;
  }

  synchronized void listed() {
    lists++;
  }

  synchronized void watched() {
    watches++;
  }

  synchronized void failed(String why) {
    lastError = why;
  }

  synchronized void become(State next) {
    if (state != next) {
      state = next;
      sinceMillis = System.currentTimeMillis();
    }
  }

  /** It is not heard; one that never was is still starting. */
  synchronized void lose(String why) {
    lastError = why;
    if (state != State.STARTING) {
      become(State.LOST);
    }
  }

  synchronized KindStatus status(int objects, long dropped) {
    return new KindStatus(name, state, objects, dropped, sinceMillis, lists, watches, lastError);
  }
}
