package dev.starling.chaos.observe;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Questions who has an address, as raw frames: ARP requests (RFC 826) and neighbour solicitations
 * (RFC 4861, section 4.3). Each has a source address of its own, so that a reply tells which
 * question it answers: 16 bits in the last two bytes, under 10.79.0.0/16 and fd77::2:0/112, from
 * where nobody else speaks.
 */
final class QuestionFrames {
  /** How many questions can be told apart. */
  static final int NUMBERS = 1 << 16;

  private static final HexFormat HEX = HexFormat.of();
  private static final HexFormat MAC = HexFormat.ofDelimiter(":");
  private static final byte[] BROADCAST = MAC.parseHex("ff:ff:ff:ff:ff:ff");
  private static final byte[] SOURCE_IPV4 = HEX.parseHex("0a4f0000");
  private static final byte[] SOURCE_IPV6 = HEX.parseHex("fd770000000000000000000000020000");
  private static final int ARP_BYTES = 42;
  private static final int SOLICITATION_BYTES = 86;
  private static final int ICMPV6 = 58;
  private static final int ICMPV6_AT = 54;

  /**
   * A reply that was read.
   *
   * @param number the question's
   * @param answer what it says
   */
  record Reply(int number, Question.Answer answer) {}

  private QuestionFrames() {}

  /** The question for {@code ip}, from the card {@code mac}. */
  static byte[] ask(String ip, String mac, int number) {
    byte[] target = InetAddress.ofLiteral(ip).getAddress();
    byte[] sender = MAC.parseHex(mac);
    return target.length == 4 ? arp(target, sender, number) : solicit(target, sender, number);
  }

  /** The number of the question in {@code frame}; empty if it is none of ours. */
  static OptionalInt number(byte[] frame) {
    ByteBuffer in = ByteBuffer.wrap(frame);
    if (frame.length >= ARP_BYTES && in.getShort(12) == 0x0806 && in.getShort(20) == 1) {
      return number(frame, 28, SOURCE_IPV4);
    }
    boolean solicitation =
        frame.length >= SOLICITATION_BYTES
            && in.getShort(12) == (short) 0x86dd
            && frame[20] == ICMPV6
            && (frame[ICMPV6_AT] & 0xff) == 135;
    return solicitation ? number(frame, 22, SOURCE_IPV6) : OptionalInt.empty();
  }

  /** The reply in {@code frame}; empty if it is none to a question of ours. */
  static Optional<Reply> read(byte[] frame, long nanos) {
    ByteBuffer in = ByteBuffer.wrap(frame);
    if (frame.length >= ARP_BYTES && in.getShort(12) == 0x0806 && in.getShort(20) == 2) {
      return reply(frame, 38, SOURCE_IPV4, 22, nanos);
    }
    boolean advertisement =
        frame.length >= SOLICITATION_BYTES
            && in.getShort(12) == (short) 0x86dd
            && frame[20] == ICMPV6
            && (frame[ICMPV6_AT] & 0xff) == 136
            && frame[78] == 2;
    return advertisement ? reply(frame, 38, SOURCE_IPV6, 80, nanos) : Optional.empty();
  }

  private static Optional<Reply> reply(
      byte[] frame, int addressAt, byte[] source, int macAt, long nanos) {
    OptionalInt number = number(frame, addressAt, source);
    if (number.isEmpty()) {
      return Optional.empty();
    }
    String mac = MAC.formatHex(frame, macAt, macAt + 6);
    return Optional.of(new Reply(number.getAsInt(), new Question.Answer(mac, nanos)));
  }

  private static OptionalInt number(byte[] frame, int addressAt, byte[] source) {
    int prefix = source.length - Short.BYTES;
    return Arrays.equals(frame, addressAt, addressAt + prefix, source, 0, prefix)
        ? OptionalInt.of(Short.toUnsignedInt(ByteBuffer.wrap(frame).getShort(addressAt + prefix)))
        : OptionalInt.empty();
  }

  private static byte[] arp(byte[] target, byte[] mac, int number) {
    return ByteBuffer.allocate(ARP_BYTES)
        .put(BROADCAST)
        .put(mac)
        .putShort((short) 0x0806)
        .put(HEX.parseHex("0001080006040001"))
        .put(mac)
        .put(from(SOURCE_IPV4, number))
        .put(new byte[6])
        .put(target)
        .array();
  }

  private static byte[] solicit(byte[] target, byte[] mac, int number) {
    byte[] group = HEX.parseHex("ff0200000000000000000001ff000000");
    System.arraycopy(target, 13, group, 13, 3);
    byte[] message =
        ByteBuffer.allocate(SOLICITATION_BYTES - ICMPV6_AT)
            .put((byte) 135)
            .putInt(4, 0)
            .put(8, target)
            .put(24, new byte[] {1, 1})
            .put(26, mac)
            .array();
    byte[] source = from(SOURCE_IPV6, number);
    ByteBuffer.wrap(message).putShort(2, checksum(source, group, message));
    return ByteBuffer.allocate(SOLICITATION_BYTES)
        .put(new byte[] {0x33, 0x33})
        .put(group, 12, 4)
        .put(mac)
        .putShort((short) 0x86dd)
        .putInt(0x60000000)
        .putShort((short) message.length)
        .put((byte) ICMPV6)
        .put((byte) 255)
        .put(source)
        .put(group)
        .put(message)
        .array();
  }

  private static byte[] from(byte[] prefix, int number) {
    byte[] address = prefix.clone();
    ByteBuffer.wrap(address).putShort(address.length - Short.BYTES, (short) number);
    return address;
  }

  /** The sum of RFC 1071 over the message and its pseudo header (RFC 8200, section 8.1). */
  private static short checksum(byte[] source, byte[] destination, byte[] message) {
    ByteBuffer all = ByteBuffer.allocate(source.length + destination.length + message.length + 8);
    all.put(source).put(destination).putInt(message.length).putInt(ICMPV6).put(message).flip();
    long sum = 0;
    while (all.hasRemaining()) {
      sum += Short.toUnsignedInt(all.getShort());
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return (short) ~sum;
  }
}
