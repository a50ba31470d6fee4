package dev.starling.chaos.attack;

import dev.starling.chaos.netns.Plan;
import java.nio.ByteBuffer;

/** ICMP errors (RFC 792) in another's name. */
public final class Icmp {
  private static final int PROTOCOL = 1;
  private static final int UNREACHABLE = 3;
  private static final int PORT = 3;

  private Icmp() {}

  /**
   * The frame in which the host that {@code refused} was sent to tells its sender that nobody
   * listens there. It comes from the stranger's card.
   */
  public static byte[] portUnreachable(Datagram refused) {
    byte[] quoted = refused.quoted();
    byte[] message =
        ByteBuffer.allocate(8 + quoted.length)
            .put((byte) UNREACHABLE)
            .put((byte) PORT)
            .position(8)
            .put(quoted)
            .array();
    ByteBuffer.wrap(message).putShort(2, Sums.of(message));
    String victim = refused.from().ip();
    int number = Integer.parseInt(victim.substring(victim.lastIndexOf('.') + 1));
    return Datagram.frame(
        Stranger.MAC,
        Plan.macOf(number),
        Datagram.packet(refused.to().ip(), victim, PROTOCOL, 0, 0, message));
  }
}
