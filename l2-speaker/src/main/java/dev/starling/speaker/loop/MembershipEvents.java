package dev.starling.speaker.loop;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.View;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.PeerMessage;

/** What the membership tells, as events. An outsider repeats itself, so that may be lost. */
final class MembershipEvents implements Membership.Listener {
  private final EventQueue queue;

  MembershipEvents(EventQueue queue) {
    this.queue = queue;
  }

  @Override
  public void viewInstalled(View view, long nanos) {
    queue.post(new Event.ViewInstalled(view));
  }

  @Override
  public void messageReceived(MemberId from, byte[] payload, long nanos) {
    queue.post(new Event.MessageReceived(from, PeerMessage.parse(payload)));
  }

  @Override
  public void suspected(MemberId member, long lastHeardNanos, boolean silent, long nanos) {
    queue.post(new Event.Suspected(member, lastHeardNanos, silent));
  }

  @Override
  public void unsuspected(MemberId member, long nanos) {
    queue.post(new Event.Unsuspected(member));
  }

  @Override
  public void outsiderHeard(Membership.Outsider outsider, long nanos) {
    queue.offer(new Event.OutsiderHeard(outsider));
  }

  /** Wakes the loop, which looks at its permit at each turn. */
  @Override
  public void permitShortened(long nanos) {
    queue.ask(() -> {});
  }
}
