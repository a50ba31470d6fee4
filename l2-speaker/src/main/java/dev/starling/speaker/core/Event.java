package dev.starling.speaker.core;

import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.View;
import org.jspecify.annotations.Nullable;

/** What can happen to a speaker. */
public sealed interface Event {
  /**
   * The configuration, at the start and after each change.
   *
   * @param asked whether a person has changed a file, and is told of it whatever the change
   */
  record Configured(Plan plan, boolean asked) implements Event {
    /** One that a person is told of. */
    public Configured(Plan plan) {
      this(plan, true);
    }
  }

  /** A view is in force. */
  record ViewInstalled(View view) implements Event {}

  /** See {@link Membership.Listener#suspected}. */
  record Suspected(MemberId member, long lastHeardNanos, boolean silent) implements Event {}

  /** See {@link Membership.Listener#unsuspected}. */
  record Unsuspected(MemberId member) implements Event {}

  /** Another speaker's message; null if what it sent could not be read. */
  record MessageReceived(MemberId from, @Nullable PeerMessage message) implements Event {}

  /** See {@link Membership.Listener#outsiderHeard}. */
  record OutsiderHeard(Membership.Outsider outsider) implements Event {}

  /** The permit was lost or has come back; held at the start. */
  record PermitChanged(boolean held) implements Event {}

  /** A link appeared, vanished or changed. */
  record LinkSeen(LinkState link) implements Event {}

  /** The witness of a link has answered. */
  record WitnessHeard() implements Event {}

  /**
   * Somebody on {@code link} claims {@code ip} with the address {@code mac}, which is not ours.
   *
   * @param states whether it says so in an answer or an announcement, or only sends from it
   */
  record ForeignClaim(ServiceIp ip, String link, String mac, boolean states) implements Event {}

  /** The frames of the last {@link Effect.Announce} are on the wire. */
  record Announced() implements Event {}

  /** The speaker is to end: hand over, then leave. */
  record DrainRequested() implements Event {}

  /** The time that {@link Speaker#nextDeadlineNanos} named has come. */
  record TimePassed() implements Event {}
}
