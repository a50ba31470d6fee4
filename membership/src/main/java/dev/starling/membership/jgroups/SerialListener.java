package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.View;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a listener on whichever thread has news, one call at a time. There is no queue and so no
 * delay: the listener itself only hands over. What it throws is logged and goes no further.
 */
final class SerialListener implements Membership.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(SerialListener.class);

  private final Membership.Listener listener;
  private boolean muted;

  SerialListener(Membership.Listener listener) {
    this.listener = listener;
  }

  @Override
  public void viewInstalled(View view, long nanos) {
    tell(() -> listener.viewInstalled(view, nanos));
  }

  @Override
  public void messageReceived(MemberId from, byte[] payload, long nanos) {
    tell(() -> listener.messageReceived(from, payload, nanos));
  }

  @Override
  public void suspected(MemberId member, long lastHeardNanos, boolean silent, long nanos) {
    tell(() -> listener.suspected(member, lastHeardNanos, silent, nanos));
  }

  @Override
  public void unsuspected(MemberId member, long nanos) {
    tell(() -> listener.unsuspected(member, nanos));
  }

  @Override
  public void outsiderHeard(Membership.Outsider outsider, long nanos) {
    tell(() -> listener.outsiderHeard(outsider, nanos));
  }

  @Override
  public void permitShortened(long nanos) {
    tell(() -> listener.permitShortened(nanos));
  }

  /** Ends all calls. */
  synchronized void mute() {
    muted = true;
  }

  private synchronized void tell(Runnable call) {
    try {
      if (!muted) {
        call.run();
      }
    } catch (RuntimeException e) {
      LOG.error("the membership's listener has failed", e);
    }
  }
}
