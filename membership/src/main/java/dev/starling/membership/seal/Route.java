package dev.starling.membership.seal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * From where to where a frame goes. The tag covers it, so that a frame that was overheard can
 * neither be said to another speaker nor come in another's name. There must be no translation of
 * addresses on the way.
 */
public final class Route {
  private final byte[] bytes;

  private Route(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The route between two sockets with resolved addresses. */
  public static Route of(InetSocketAddress from, InetSocketAddress to) {
    return of(from.getAddress(), from.getPort(), to.getAddress(), to.getPort());
  }

  /** The route between two sockets. */
  public static Route of(InetAddress from, int fromPort, InetAddress to, int toPort) {
    byte[] source = from.getAddress();
    byte[] destination = to.getAddress();
    return new Route(
        ByteBuffer.allocate(source.length + destination.length + 2 * Short.BYTES)
            .put(source)
            .putShort((short) fromPort)
            .put(destination)
            .putShort((short) toPort)
            .array());
  }

  /** What the tag covers. Without ambiguity: all speakers of a path have one family. */
  byte[] bytes() {
    return bytes;
  }
}
