package dev.starling.chaos.attack;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A UDP datagram over IPv4 (RFC 768, RFC 791), to be read out of Ethernet frames and put into them.
 *
 * @param from where it says that it comes from
 * @param to where it goes
 * @param payload what it carries; not copied
 */
@SuppressWarnings("ArrayRecordComponent")
public record Datagram(End from, End to, byte[] payload) {
  /** The most that a datagram can carry over IPv4. */
  public static final int PAYLOAD_MAX = 65_507;

  private static final int ETHERNET = 14;
  private static final int IP = 20;
  private static final int UDP = 8;
  private static final int FRAGMENT = 1_480;
  private static final int MORE_FRAGMENTS = 0x2000;
  private static final HexFormat MAC = HexFormat.ofDelimiter(":");

  /**
   * One end of a conversation.
   *
   * @param ip an IPv4 address
   * @param port a UDP port
   */
  public record End(String ip, int port) {}

  /** The datagram in a frame; empty if there is none, or only a fragment of one. */
  public static Optional<Datagram> read(byte[] frame) {
    ByteBuffer in = ByteBuffer.wrap(frame);
    boolean whole =
        frame.length >= ETHERNET + IP + UDP
            && in.getShort(12) == 0x0800
            && frame[ETHERNET] == 0x45
            && frame[ETHERNET + 9] == 17
            && (in.getShort(ETHERNET + 6) & 0x3fff) == 0;
    if (!whole) {
      return Optional.empty();
    }
    int udp = ETHERNET + IP;
    int end = udp + Short.toUnsignedInt(in.getShort(udp + 4));
    if (end > frame.length) {
      return Optional.empty();
    }
    return Optional.of(
        new Datagram(
            new End(ip(frame, ETHERNET + 12), Short.toUnsignedInt(in.getShort(udp))),
            new End(ip(frame, ETHERNET + 16), Short.toUnsignedInt(in.getShort(udp + 2))),
            Arrays.copyOfRange(frame, udp + UDP, end)));
  }

  /** The same with another payload. */
  public Datagram carrying(byte[] other) {
    return new Datagram(from, to, other);
  }

  /** The same, said to come from another end. */
  public Datagram from(End other) {
    return new Datagram(other, to, payload);
  }

  /** The same to another end. */
  public Datagram to(End other) {
    return new Datagram(from, other, payload);
  }

  /**
   * The frames that carry it, more than one if it has to be cut up.
   *
   * @param source the hardware address of the sending card
   * @param destination the hardware address of the receiving one
   * @param id what tells the fragments of two datagrams apart, 16 bits
   */
  public List<byte[]> frames(String source, String destination, int id) {
    byte[] segment = segment();
    List<byte[]> frames = new ArrayList<>();
    for (int at = 0; at < segment.length; at += FRAGMENT) {
      byte[] part = Arrays.copyOfRange(segment, at, Math.min(segment.length, at + FRAGMENT));
      int more = at + FRAGMENT < segment.length ? MORE_FRAGMENTS : 0;
      frames.add(frame(source, destination, packet(from.ip, to.ip, 17, id, more | at / 8, part)));
    }
    return frames;
  }

  /** The header and the first eight bytes, as a host quotes them in an ICMP error. */
  byte[] quoted() {
    byte[] segment = segment();
    return packet(from.ip, to.ip, 17, 0, 0x4000, Arrays.copyOf(segment, UDP));
  }

  /** An Ethernet frame of type IPv4. */
  static byte[] frame(String source, String destination, byte[] packet) {
    return ByteBuffer.allocate(ETHERNET + packet.length)
        .put(MAC.parseHex(destination))
        .put(MAC.parseHex(source))
        .putShort((short) 0x0800)
        .put(packet)
        .array();
  }

  /** An IPv4 packet without options. */
  static byte[] packet(
      String source, String destination, int protocol, int id, int fragment, byte[] body) {
    byte[] header =
        ByteBuffer.allocate(IP)
            .putShort((short) 0x4500)
            .putShort((short) (IP + body.length))
            .putShort((short) id)
            .putShort((short) fragment)
            .put((byte) 64)
            .put((byte) protocol)
            .putShort((short) 0)
            .put(InetAddress.ofLiteral(source).getAddress())
            .put(InetAddress.ofLiteral(destination).getAddress())
            .array();
    ByteBuffer.wrap(header).putShort(10, Sums.of(header));
    return ByteBuffer.allocate(IP + body.length).put(header).put(body).array();
  }

  private byte[] segment() {
    return ByteBuffer.allocate(UDP + payload.length)
        .putShort((short) from.port)
        .putShort((short) to.port)
        .putShort((short) (UDP + payload.length))
        .putShort((short) 0)
        .put(payload)
        .array();
  }

  private static String ip(byte[] frame, int at) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(frame, at, at + 4)).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
