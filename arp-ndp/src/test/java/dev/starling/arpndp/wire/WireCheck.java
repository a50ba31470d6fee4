package dev.starling.arpndp.wire;

import java.util.HexFormat;
import java.util.Set;
import java.util.function.Function;

/** Compares all that the parsers make of a frame with an independent reading of it. */
final class WireCheck {
  private WireCheck() {}

  /**
   * Whatever is accepted has no fault, and is written again as its sender should have written it;
   * whatever is refused is refused for a fault that it has.
   */
  static void check(byte[] frame) {
    HexFrame hex = new HexFrame(frame);
    check(hex, hex.arpFaults(), ArpPacket.parse(frame, frame.length), WireCheck::arp);
    check(
        hex,
        hex.solicitationFaults(),
        NeighborSolicitation.parse(frame, frame.length),
        WireCheck::solicitation);
    check(
        hex,
        hex.advertisementFaults(),
        NeighborAdvertisement.parse(frame, frame.length),
        WireCheck::advertisement);
  }

  private static <T> void check(
      HexFrame frame, Set<Malformed> faults, Parsed<T> parsed, Function<T, Reading> reading) {
    switch (parsed) {
      case Parsed.Bad<T>(Malformed reason) ->
          require(faults.contains(reason), frame, reason + ", but it is " + faults);
      case Parsed.Ok<T>(T value) -> {
        require(faults.isEmpty(), frame, "taken though " + faults);
        Reading read = reading.apply(value);
        boolean arp = value instanceof ArpPacket;
        String wanted = arp ? frame.canonicalArp() : frame.canonicalNeighbor();
        require(read.fields.equals(fieldsOf(frame, arp)), frame, "read as " + value);
        require(read.written.equals(wanted), frame, "written as " + read.written);
      }
    }
  }

  private static String fieldsOf(HexFrame frame, boolean arp) {
    String ethernet = frame.destination() + " " + frame.source() + " ";
    return arp
        ? ethernet + frame.at(6, 2) + " " + frame.at(8, 20)
        : ethernet + frame.at(8, 16) + " " + frame.at(24, 16) + " " + frame.at(48, 16);
  }

  private static Reading arp(ArpPacket packet) {
    return new Reading(
        header(packet.ethernet())
            + (packet.operation() == ArpPacket.Operation.REQUEST ? "0001 " : "0002 ")
            + mac(packet.senderMac())
            + hex(packet.senderIp().getAddress())
            + mac(packet.targetMac())
            + hex(packet.targetIp().getAddress()),
        hex(packet.encode()));
  }

  private static Reading solicitation(NeighborSolicitation message) {
    return new Reading(
        header(message.ethernet())
            + hex(message.source().getAddress())
            + " "
            + hex(message.destination().getAddress())
            + " "
            + hex(message.target().getAddress()),
        hex(message.encode()));
  }

  private static Reading advertisement(NeighborAdvertisement message) {
    return new Reading(
        header(message.ethernet())
            + hex(message.source().getAddress())
            + " "
            + hex(message.destination().getAddress())
            + " "
            + hex(message.target().getAddress()),
        hex(message.encode()));
  }

  private static String header(Ethernet ethernet) {
    return mac(ethernet.destination()) + " " + mac(ethernet.source()) + " ";
  }

  private static String mac(MacAddress mac) {
    return mac.toString().replace(":", "");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static void require(boolean holds, HexFrame frame, String otherwise) {
    if (!holds) {
      throw new AssertionError(frame + " is " + otherwise);
    }
  }

  private static final class Reading {
    private final String fields;
    private final String written;

    private Reading(String fields, String written) {
      this.fields = fields;
      this.written = written;
    }
  }
}
