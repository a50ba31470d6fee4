package dev.starling.membership.jgroups;

import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;

/** What goes wrong between one speaker and the others. */
final class Faults {
  private volatile Set<Address> lostTo = Set.of();
  private volatile Set<Address> lostFrom = Set.of();
  private volatile boolean dead;
  private volatile Consumer<byte[]> recorder = frame -> {};

  /** Loses both ways between this speaker and these. */
  void part(Collection<Speaker> others) {
    loseTo(others);
    loseFrom(others);
  }

  /** Loses what this speaker sends to these. */
  void loseTo(Collection<Speaker> others) {
    lostTo = addresses(others);
  }

  /** Loses what these send to this speaker. */
  void loseFrom(Collection<Speaker> others) {
    lostFrom = addresses(others);
  }

  /** Nothing is lost any more. */
  void heal() {
    lostTo = Set.of();
    lostFrom = Set.of();
  }

  /** A copy of every frame that comes in goes to {@code frames} as well. */
  void record(Consumer<byte[]> frames) {
    recorder = frames;
  }

  private static Set<Address> addresses(Collection<Speaker> speakers) {
    return speakers.stream().map(Speaker::physical).collect(Collectors.toUnmodifiableSet());
  }

  /** A transport under these faults. */
  final class Transport extends SealedTransport {
    Transport(Gate gate, Hosts hosts) {
      super(gate, hosts);
    }

    /** As a killed process: the port is closed, nothing is sent any more. */
    void crash() {
      dead = true;
      destroySockets();
    }

    @Override
    void transmit(PhysicalAddress destination, byte[] frame) {
      if (!dead && !lostTo.contains(destination)) {
        super.transmit(destination, frame);
      }
    }

    @Override
    public void receive(Address sender, byte[] datagram, int offset, int length) {
      if (!dead && !lostFrom.contains(sender)) {
        byte[] copy = new byte[length];
        System.arraycopy(datagram, offset, copy, 0, length);
        recorder.accept(copy);
        super.receive(sender, datagram, offset, length);
      }
    }
  }
}
