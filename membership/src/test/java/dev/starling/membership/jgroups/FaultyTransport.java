package dev.starling.membership.jgroups;

import java.util.function.Predicate;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;

/** A transport whose datagrams a test can lose, and whose sockets it can close without a word. */
final class FaultyTransport extends SealedTransport {
  private volatile Predicate<PhysicalAddress> losesTo = address -> false;
  private volatile Predicate<Address> losesFrom = address -> false;

  FaultyTransport(Gate gate, Hosts hosts) {
    super(gate, hosts);
  }

  /** Loses what is sent to, and what comes from, these addresses from now on. */
  void lose(Predicate<PhysicalAddress> to, Predicate<Address> from) {
    losesTo = to;
    losesFrom = from;
  }

  /** As a killed process: the port is closed, nothing is sent any more. */
  void crash() {
    lose(address -> true, address -> true);
    destroySockets();
  }

  @Override
  void transmit(PhysicalAddress destination, byte[] frame) {
    if (!losesTo.test(destination)) {
      super.transmit(destination, frame);
    }
  }

  @Override
  public void receive(Address sender, byte[] datagram, int offset, int length) {
    if (!losesFrom.test(sender)) {
      super.receive(sender, datagram, offset, length);
    }
  }
}
