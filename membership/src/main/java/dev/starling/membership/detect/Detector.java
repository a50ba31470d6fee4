package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Placeholder of the real detector with its final signatures. */
public final class Detector {
  private final MemberId self;

  /** A detector in no view. */
  public Detector(MemberId self, DetectorSettings settings) {
    this.self = self;
  }

  /** The view now has these members, oldest first; self is among them. */
  public List<Effect> viewInstalled(List<MemberId> members, long nowNanos) {
    return List.of();
  }

  /** A signal has come. */
  public List<Effect> received(MemberId from, Signal signal, long nowNanos) {
    return List.of();
  }

  /** The kernel says that nobody listens at {@code subject}'s address. */
  public List<Effect> portUnreachable(MemberId subject, long nowNanos) {
    return List.of();
  }

  /** The time {@link #nextDeadlineNanos} has come. */
  public List<Effect> tick(long nowNanos) {
    return List.of();
  }

  /** When {@link #tick} is due; {@link Long#MAX_VALUE} while there is nothing to wait for. */
  public long nextDeadlineNanos() {
    return Long.MAX_VALUE;
  }

  /** Until when this member may answer; {@link Long#MAX_VALUE} in a view of one. */
  public long permitUntilNanos() {
    return self.node() == 0 ? 0 : Long.MAX_VALUE;
  }

  /** Whom this member observes: for the crash hint's sockets. */
  public SortedSet<MemberId> subjects() {
    return new TreeSet<>();
  }
}
