package dev.starling.membership.jgroups;

import org.jgroups.Message;
import org.jgroups.util.MaxOneThreadPerSender;

/**
 * Detectors' signals are handled on the receiving thread: a probe's answer must wait neither for a
 * free thread nor behind other work. All else goes to the pool as usual.
 */
final class InlineSignals extends MaxOneThreadPerSender {
  @Override
  public boolean process(Message message, boolean outOfBand) {
    if (message.getHeader(WireIds.DETECTOR) == null) {
      return super.process(message, outOfBand);
    }
    tp.passMessageUp(message, true, message.getDest() == null, true);
    return true;
  }
}
