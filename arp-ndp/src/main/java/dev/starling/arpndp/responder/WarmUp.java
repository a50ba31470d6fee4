package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborSolicitation;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/**
 * Lets the JVM compile the path of an answer before the first real question: a responder of its own
 * answers invented questions, so that no counter of a real one moves.
 */
public final class WarmUp {
  private static final MacAddress OWN = new MacAddress(0x0200_0000_0001L);
  private static final MacAddress ASKER = new MacAddress(0x0200_0000_0002L);
  private static final Inet4Address V4 = IpAddresses.ipv4(new byte[] {(byte) 192, 0, 2, 1}, 0);
  private static final Inet4Address V4_ASKER =
      IpAddresses.ipv4(new byte[] {(byte) 192, 0, 2, 2}, 0);
  private static final Inet6Address V6 = IpAddresses.ipv6(0x2001_0db8_0000_0000L, 1);
  private static final Inet6Address V6_ASKER = IpAddresses.ipv6(0x2001_0db8_0000_0000L, 2);

  private WarmUp() {}

  /** Answers each invented question {@code rounds} times; some 3 µs each at first. */
  public static void run(int rounds) {
    Responder responder = responder();
    List<byte[]> questions = questions();
    byte[] out = new byte[Responder.LONGEST_ANSWER];
    for (int round = 0; round < rounds; round++) {
      for (byte[] question : questions) {
        responder.respond(question, question.length, out);
      }
    }
  }

  /** A responder that answers the {@link #questions}. */
  public static Responder responder() {
    TokenBucket unlimited = new TokenBucket(1_000_000_000, 1_000_000_000);
    Responder responder = new Responder(() -> 0, () -> Long.MAX_VALUE, Radar.DEAF, unlimited);
    List<InetAddress> owned = List.of(V4, V6);
    responder.publish(AnswerTable.of(OWN, owned, List.of()).withOwned(owned));
    return responder;
  }

  /** Frames that ask for an address that {@link #responder} owns. */
  public static List<byte[]> questions() {
    Inet6Address group = IpAddresses.solicitedNodeGroup(V6);
    return List.of(
        new ArpPacket(
                new Ethernet(MacAddress.BROADCAST, ASKER),
                ArpPacket.Operation.REQUEST,
                ASKER,
                V4_ASKER,
                MacAddress.ZERO,
                V4)
            .encode(),
        new NeighborSolicitation(
                new Ethernet(new MacAddress(IpAddresses.multicastMac(0xff00_0001L)), ASKER),
                V6_ASKER,
                group,
                V6,
                List.of(NdpOption.linkLayer(NdpOption.SOURCE_LINK_LAYER, ASKER)))
            .encode());
  }
}
