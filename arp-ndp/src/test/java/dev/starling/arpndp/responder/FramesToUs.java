package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.Octets;
import java.net.Inet4Address;
import java.net.InetAddress;

/** Frames that go to {@link ReferenceTable#OWN} alone. */
final class FramesToUs {
  private FramesToUs() {}

  /** The answer to a question of ours: {@code ip} is at {@code mac}. */
  static byte[] answer(InetAddress ip, MacAddress mac) {
    if (ip instanceof Inet4Address v4) {
      return new ArpPacket(
              new Ethernet(ReferenceTable.OWN, mac),
              ArpPacket.Operation.REPLY,
              mac,
              v4,
              ReferenceTable.OWN,
              ReferenceTable.V4_ASKER)
          .encode();
    }
    byte[] advertisement = Announcements.frames(ip, mac).getFirst();
    Octets.put48(advertisement, 0, ReferenceTable.OWN.value());
    return advertisement;
  }
}
