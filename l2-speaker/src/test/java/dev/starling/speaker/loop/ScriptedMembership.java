package dev.starling.speaker.loop;

import dev.starling.membership.Keyring;
import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.MembershipStatus;
import dev.starling.membership.Peer;
import dev.starling.membership.View;
import dev.starling.speaker.core.PeerMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A membership without a group: a test says what happens, and sees what was sent. */
public final class ScriptedMembership implements Membership {
  private final MemberId self;
  private final Listener listener;
  private final List<Sent> sent = new ArrayList<>();
  private final List<Keyring> installed = new ArrayList<>();
  private final List<View> taken = new ArrayList<>();
  private int hails;
  private List<Peer> expected = List.of();
  private volatile long permitUntilNanos = Long.MAX_VALUE;
  private boolean started;
  private boolean closed;

  /**
   * A message that was sent.
   *
   * @param to the one member, or the sender itself for all others
   * @param message null where what was sent cannot be read
   */
  public record Sent(MemberId to, @Nullable PeerMessage message) {}

  /** A membership of {@code self}, whose permit has no end. */
  public ScriptedMembership(MemberId self, Listener listener) {
    this.self = self;
    this.listener = listener;
  }

  /** A view is in force. */
  public void install(View view, long nanos) {
    listener.viewInstalled(view, nanos);
  }

  /** A member's message has come. */
  public void receive(MemberId from, byte[] payload, long nanos) {
    listener.messageReceived(from, payload, nanos);
  }

  /** The permit now ends at this time. */
  public void permit(long untilNanos) {
    permitUntilNanos = untilNanos;
  }

  /** What was sent so far. */
  public List<Sent> sent() {
    return List.copyOf(sent);
  }

  /** The peers as last given. */
  public List<Peer> expected() {
    return expected;
  }

  /** The keyrings that were installed. */
  public List<Keyring> installed() {
    return List.copyOf(installed);
  }

  /** The views that the speaker acts by, in the order it said so. */
  public List<View> taken() {
    return List.copyOf(taken);
  }

  /** How often whoever is missing was hailed. */
  public int hails() {
    return hails;
  }

  /** Whether it was started. */
  public boolean isStarted() {
    return started;
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public MemberId self() {
    return self;
  }

  @Override
  public void start(Seeker seeker) {
    if (started) {
      throw new IllegalStateException("a membership starts once");
    }
    started = true;
  }

  @Override
  public void expect(Collection<Peer> peers) {
    expected = List.copyOf(peers);
  }

  @Override
  public void install(Keyring keys) {
    installed.add(keys);
  }

  @Override
  public void broadcast(byte[] payload) {
    sent.add(new Sent(self, PeerMessage.parse(payload)));
  }

  @Override
  public void send(MemberId to, byte[] payload) {
    sent.add(new Sent(to, PeerMessage.parse(payload)));
  }

  @Override
  public void viewTaken(View view) {
    taken.add(view);
  }

  @Override
  public void hail() {
    hails++;
  }

  @Override
  public long permitUntilNanos() {
    return permitUntilNanos;
  }

  @Override
  public MembershipStatus status() {
    return new MembershipStatus(
        "scripted",
        "",
        List.of(),
        List.of(),
        new MembershipStatus.Counts(0, 0, 0, 0, 0, 0, 0, 0),
        new TreeMap<>());
  }

  @Override
  public void close() {
    closed = true;
  }
}
