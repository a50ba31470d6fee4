package dev.starling.speaker.loop;

import dev.starling.membership.Membership;
import java.net.InetAddress;

/**
 * Asks the segment for peers that the kernel may have given up, in the kernel's name: the answer
 * renews the entry here, and the question renews it there. Only on a link that is captured.
 */
final class PeerSeeker implements Membership.Seeker {
  private final InetAddress bind;
  private final PortTable ports;

  PeerSeeker(InetAddress bind, PortTable ports) {
    this.bind = bind;
    this.ports = ports;
  }

  @Override
  public void seek(InetAddress peer) {
    for (Port port : ports.all()) {
      if (port.info().addresses().contains(bind)) {
        port.seek(peer, bind);
      }
    }
  }
}
