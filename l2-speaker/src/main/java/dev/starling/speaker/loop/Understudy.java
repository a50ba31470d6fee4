package dev.starling.speaker.loop;

import dev.starling.membership.Keyring;
import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.MembershipStatus;
import dev.starling.membership.Peer;
import dev.starling.membership.View;
import dev.starling.speaker.core.PeerMessage;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** The membership of a {@link Rehearsal}: what is sent reaches nobody. */
final class Understudy implements Membership {
  private final MemberId self;
  private long lastSequence;

  Understudy(MemberId self) {
    this.self = self;
  }

  /** The number of the last description that was sent. */
  long lastSequence() {
    return lastSequence;
  }

  @Override
  public MemberId self() {
    return self;
  }

  @Override
  public void start(Seeker seeker) {}

  @Override
  public void expect(Collection<Peer> peers) {}

  @Override
  public void install(Keyring keys) {}

  @Override
  public void broadcast(byte[] payload) {
    if (PeerMessage.parse(payload) instanceof PeerMessage.Described described) {
      lastSequence = described.sequence();
    }
  }

  @Override
  public void send(MemberId to, byte[] payload) {}

  @Override
  public void viewTaken(View view) {}

  @Override
  public void hail() {}

  @Override
  public long permitUntilNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public MembershipStatus status() {
    return new MembershipStatus(
        "rehearsal",
        "",
        List.of(),
        List.of(),
        new MembershipStatus.Counts(0, 0, 0, 0, 0, 0, 0, 0),
        new TreeMap<>());
  }

  @Override
  public void close() {}
}
