package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.Icmpv6;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborAdvertisement;
import dev.starling.arpndp.wire.NeighborSolicitation;
import dev.starling.arpndp.wire.Octets;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What must be answered and what must not, frame by frame: compared with the Linux kernel's own
 * answers for an address that it holds, and run against the responder and against a real link.
 */
public final class ReferenceTable {
  public static final MacAddress OWN = new MacAddress(0x0200_0000_000aL);
  public static final MacAddress ASKER = new MacAddress(0x0200_0000_000bL);
  public static final MacAddress STRANGER = new MacAddress(0x0200_0000_000cL);
  public static final Inet4Address V4 = v4(10, 7, 0, 10);
  public static final Inet4Address V4_NOT_OWNED = v4(10, 7, 0, 11);
  public static final Inet4Address V4_ASKER = v4(10, 7, 0, 1);
  public static final Inet4Address V4_ZERO = v4(0, 0, 0, 0);
  public static final Inet6Address V6 = v6(0x2001_0db8_0007_0000L, 0x10);
  public static final Inet6Address V6_NOT_OWNED = v6(0x2001_0db8_0007_0000L, 0x11);
  public static final Inet6Address V6_ASKER = v6(0x2001_0db8_0007_0000L, 1);
  public static final Inet6Address V6_LINK_LOCAL = v6(0xfe80_0000_0000_0000L, 1);
  public static final Inet6Address V6_UNSPECIFIED = v6(0, 0);
  public static final Inet6Address V6_ALL_NODES = v6(0xff02_0000_0000_0000L, 1);

  private static final MacAddress ALL_NODES_MAC = new MacAddress(0x3333_0000_0001L);
  private static final int ARP = Ethernet.HEADER;
  private static final int IP = Ethernet.HEADER;

  private ReferenceTable() {}

  /**
   * One frame.
   *
   * @param answer what it is answered as, or null
   * @param silence why it is not answered, or null
   * @param filtered whether the kernel's filter already stops it
   */
  @SuppressWarnings("ArrayRecordComponent") // Rows are never compared.
  public record Row(
      String name,
      byte[] frame,
      @Nullable AnswerKind answer,
      @Nullable DropReason silence,
      boolean filtered) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The table of a link that owns {@link #V4} and {@link #V6}. */
  public static AnswerTable answerTable() {
    return AnswerTable.of(OWN, List.of(V4, V6, V4_NOT_OWNED, V6_NOT_OWNED), List.of())
        .withOwned(List.of(V4, V6));
  }

  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    arpAnswers(rows);
    arpSilence(rows);
    arpMalformed(rows);
    arpClaims(rows);
    SolicitationRows.add(rows);
    return rows;
  }

  private static void arpAnswers(List<Row> rows) {
    rows.add(answered("broadcast request", request(f -> {}), AnswerKind.ARP_REQUEST));
    rows.add(answered("unicast request", request(to(OWN)), AnswerKind.ARP_REQUEST));
    rows.add(
        answered(
            "multicast request",
            request(to(new MacAddress(0x0100_5e00_0001L))),
            AnswerKind.ARP_REQUEST));
    rows.add(answered("probe", request(f -> Octets.put32(f, ARP + 14, 0)), AnswerKind.ARP_PROBE));
    rows.add(answered("unpadded", Arrays.copyOf(request(f -> {}), 42), AnswerKind.ARP_REQUEST));
    rows.add(answered("priority tag", tagged(request(f -> {}), 0xe000), AnswerKind.ARP_REQUEST));
    rows.add(
        answered(
            "from another service IP's owner",
            request(f -> put(f, ARP + 14, V4_NOT_OWNED)),
            AnswerKind.ARP_REQUEST));
  }

  private static void arpSilence(List<Row> rows) {
    rows.add(silent("to another host", request(to(STRANGER)), DropReason.OTHER_HOST));
    rows.add(silent("VLAN 5", tagged(request(f -> {}), 5), DropReason.VLAN_TAGGED));
    rows.add(silent("sha not source", request(f -> sha(f, STRANGER)), DropReason.SENDER_MISMATCH));
    rows.add(
        silent(
            "sha broadcast",
            request(f -> sha(f, MacAddress.BROADCAST)),
            DropReason.BAD_SENDER_MAC));
    rows.add(silent("sha zero", request(f -> sha(f, MacAddress.ZERO)), DropReason.BAD_SENDER_MAC));
    rows.add(
        silent(
            "sha multicast",
            request(f -> sha(f, new MacAddress(0x0100_5e00_0001L))),
            DropReason.BAD_SENDER_MAC));
    for (String ip : List.of("224.0.0.1", "127.0.0.1", "0.0.0.9", "255.255.255.255")) {
      byte[] address = bytes(ip);
      rows.add(
          silent("spa " + ip, request(f -> put(f, ARP + 14, address)), DropReason.BAD_SENDER_IP));
      rows.add(
          silent("tpa " + ip, request(f -> put(f, ARP + 24, address)), DropReason.BAD_TARGET_IP));
    }
    rows.add(silent("own source", request(from(OWN)), DropReason.OWN_FRAME));
    rows.add(silent("own sha", request(f -> sha(f, OWN)), DropReason.OWN_FRAME));
    rows.add(silent("for another", request(f -> put(f, ARP + 24, V4_ASKER)), DropReason.NOT_OURS));
    rows.add(
        silent(
            "for a service IP of another owner",
            request(f -> put(f, ARP + 24, V4_NOT_OWNED)),
            DropReason.NOT_OWNED));
    rows.add(silent("reply", request(operation(2)), DropReason.NOT_A_QUESTION));
  }

  private static void arpMalformed(List<Row> rows) {
    rows.add(silent("41 bytes", Arrays.copyOf(request(f -> {}), 41), DropReason.TOO_SHORT));
    rows.add(silent("hardware 6", request(f -> f[ARP + 1] = 6), DropReason.WRONG_HARDWARE_TYPE));
    rows.add(silent("hlen 8", request(f -> f[ARP + 4] = 8), DropReason.WRONG_HARDWARE_TYPE));
    rows.add(
        silent(
            "protocol IPv6",
            request(f -> Octets.put16(f, ARP + 2, Ethernet.IPV6)),
            DropReason.WRONG_PROTOCOL_TYPE));
    rows.add(silent("plen 16", request(f -> f[ARP + 5] = 16), DropReason.WRONG_PROTOCOL_TYPE));
    for (int code : List.of(0, 3, 8, 257)) {
      rows.add(silent("operation " + code, request(operation(code)), DropReason.UNKNOWN_OPERATION));
    }
    rows.add(
        new Row(
            "IPv4",
            request(f -> Octets.put16(f, 12, 0x0800)),
            null,
            DropReason.OTHER_PROTOCOL,
            true));
  }

  private static void arpClaims(List<Row> rows) {
    rows.add(
        silent(
            "request with spa owned here",
            request(f -> put(f, ARP + 14, V4)),
            DropReason.FOREIGN_CLAIM));
    rows.add(
        silent(
            "reply with spa owned here",
            request(operation(2).andThen(f -> put(f, ARP + 14, V4))),
            DropReason.FOREIGN_CLAIM));
    rows.add(
        silent(
            "announcement by another owner",
            Announcements.frames(V4_NOT_OWNED, STRANGER).getFirst(),
            DropReason.FOREIGN_CLAIM));
  }

  /** Neighbour discovery's part. */
  static final class SolicitationRows {
    private SolicitationRows() {}

    static void add(List<Row> rows) {
      answers(rows);
      probes(rows);
      malformed(rows);
      rest(rows);
    }

    private static void answers(List<Row> rows) {
      AnswerKind kind = AnswerKind.SOLICITATION;
      rows.add(answered("NS to the group", solicitation(V6_ASKER, group(V6), true), kind));
      rows.add(answered("NS without option", solicitation(V6_ASKER, group(V6), false), kind));
      rows.add(answered("NS from fe80", solicitation(V6_LINK_LOCAL, group(V6), true), kind));
      rows.add(answered("NS unicast", patched(solicitation(V6_ASKER, V6, true), to(OWN)), kind));
      rows.add(
          answered(
              "NS unicast without option",
              patched(solicitation(V6_ASKER, V6, false), to(OWN)),
              kind));
      rows.add(
          answered(
              "NS with priority tag",
              tagged(solicitation(V6_ASKER, group(V6), true), 0xe000),
              kind));
      rows.add(
          answered(
              "duplicate address probe",
              solicitation(V6_UNSPECIFIED, group(V6), false),
              AnswerKind.DUPLICATE_ADDRESS_PROBE));
    }

    private static void probes(List<Row> rows) {
      byte[] withOption = patched(solicitation(V6_ASKER, group(V6), true), source(V6_UNSPECIFIED));
      rows.add(silent("probe with option", withOption, DropReason.PROBE_WITH_LINK_LAYER_ADDRESS));
      byte[] unicast =
          patched(solicitation(V6_ASKER, V6, false), to(OWN).andThen(source(V6_UNSPECIFIED)));
      rows.add(silent("probe to unicast", unicast, DropReason.PROBE_NOT_TO_GROUP));
    }

    private static void malformed(List<Row> rows) {
      byte[] good = solicitation(V6_ASKER, group(V6), true);
      rows.add(
          silent("hop limit 254", patched(good, byteAt(7, 254)), DropReason.HOP_LIMIT_NOT_255));
      rows.add(silent("code 1", patched(good, byteAt(41, 1)), DropReason.CODE_NOT_ZERO));
      byte[] checksum = good.clone();
      checksum[IP + 42] ^= 1;
      rows.add(silent("bad checksum", checksum, DropReason.BAD_CHECKSUM));
      rows.add(silent("option of length 0", patched(good, byteAt(65, 0)), DropReason.BAD_OPTION));
      rows.add(silent("option too long", patched(good, byteAt(65, 2)), DropReason.BAD_OPTION));
      rows.add(silent("truncated", Arrays.copyOf(good, good.length - 1), DropReason.TOO_SHORT));
      rows.add(
          silent("ICMP of 20 bytes", patched(good, byteAt(5, 20)), DropReason.ICMPV6_TOO_SHORT));
      rows.add(
          silent("target multicast", patched(good, byteAt(48, 0xff)), DropReason.MULTICAST_TARGET));
      rows.add(
          silent("source multicast", patched(good, byteAt(8, 0xff)), DropReason.MULTICAST_SOURCE));
      rows.add(filtered("fragment", patched(good, byteAt(6, 44)), DropReason.FRAGMENT));
      rows.add(filtered("hop-by-hop", patched(good, byteAt(6, 0)), DropReason.OTHER_PROTOCOL));
      rows.add(filtered("echo", patched(good, byteAt(40, 128)), DropReason.OTHER_PROTOCOL));
    }

    private static void rest(List<Row> rows) {
      byte[] good = solicitation(V6_ASKER, group(V6), true);
      rows.add(silent("NS to another host", patched(good, to(STRANGER)), DropReason.OTHER_HOST));
      byte[] wrongGroup = solicitation(V6_ASKER, group(V6_NOT_OWNED), true);
      rows.add(silent("NS to a wrong group", wrongGroup, DropReason.WRONG_DESTINATION));
      byte[] allNodes = solicitation(V6_ASKER, V6_ALL_NODES, true);
      rows.add(silent("NS to all nodes", allNodes, DropReason.WRONG_DESTINATION));
      rows.add(silent("NS from own MAC", patched(good, from(OWN)), DropReason.OWN_FRAME));
      rows.add(
          silent(
              "NS for another",
              patched(solicitation(V6_ASKER, group(V6_LINK_LOCAL), true), target(V6_LINK_LOCAL)),
              DropReason.NOT_OURS));
      rows.add(
          silent(
              "NS for another owner's",
              patched(solicitation(V6_ASKER, group(V6_NOT_OWNED), true), target(V6_NOT_OWNED)),
              DropReason.NOT_OWNED));
      rows.add(silent("NS from ::1", patched(good, source(v6(0, 1))), DropReason.BAD_SENDER_IP));
      rows.add(
          silent(
              "NS naming a group MAC",
              patched(good, f -> Octets.put48(f, IP + 66, ALL_NODES_MAC.value())),
              DropReason.BAD_SENDER_MAC));
      rows.add(silent("NS from our IP", patched(good, source(V6)), DropReason.FOREIGN_CLAIM));
      rows.add(
          silent(
              "NA for our IP",
              Announcements.frames(V6, STRANGER).getFirst(),
              DropReason.FOREIGN_CLAIM));
      rows.add(
          silent(
              "NA for another",
              Announcements.frames(V6_ASKER, STRANGER).getFirst(),
              DropReason.NOT_A_QUESTION));
      rows.add(
          silent(
              "solicited NA to a group",
              patched(
                  Announcements.frames(V6, STRANGER).getFirst(),
                  byteAt(44, NeighborAdvertisement.SOLICITED)),
              DropReason.SOLICITED_TO_GROUP));
    }
  }

  private static Row answered(String name, byte[] frame, AnswerKind kind) {
    return new Row(name, frame, kind, null, false);
  }

  private static Row silent(String name, byte[] frame, DropReason reason) {
    return new Row(name, frame, null, reason, false);
  }

  private static Row filtered(String name, byte[] frame, DropReason reason) {
    return new Row(name, frame, null, reason, true);
  }

  /** A good request for {@link #V4}, then changed. */
  public static byte[] request(Consumer<byte[]> change) {
    byte[] frame =
        new ArpPacket(
                new Ethernet(MacAddress.BROADCAST, ASKER),
                ArpPacket.Operation.REQUEST,
                ASKER,
                V4_ASKER,
                MacAddress.ZERO,
                V4)
            .encode();
    change.accept(frame);
    return frame;
  }

  /** A solicitation for {@link #V6}; from :: only where the result is valid. */
  public static byte[] solicitation(Inet6Address source, Inet6Address to, boolean option) {
    long low = Octets.i64(to.getAddress(), 8);
    MacAddress mac = new MacAddress(IpAddresses.multicastMac(low));
    List<NdpOption> options =
        option ? List.of(NdpOption.linkLayer(NdpOption.SOURCE_LINK_LAYER, ASKER)) : List.of();
    return new NeighborSolicitation(new Ethernet(mac, ASKER), source, to, V6, options).encode();
  }

  private static byte[] patched(byte[] frame, Consumer<byte[]> change) {
    byte[] copy = frame.clone();
    change.accept(copy);
    Icmpv6.seal(copy, IP);
    return copy;
  }

  private static byte[] tagged(byte[] frame, int tag) {
    byte[] out = new byte[frame.length + 4];
    System.arraycopy(frame, 0, out, 0, 12);
    Octets.put16(out, 12, 0x8100);
    Octets.put16(out, 14, tag);
    System.arraycopy(frame, 12, out, 16, frame.length - 12);
    return out;
  }

  public static Inet6Address group(Inet6Address address) {
    return IpAddresses.solicitedNodeGroup(address);
  }

  private static Consumer<byte[]> to(MacAddress mac) {
    return f -> Octets.put48(f, 0, mac.value());
  }

  private static Consumer<byte[]> from(MacAddress mac) {
    return f -> Octets.put48(f, Ethernet.SOURCE, mac.value());
  }

  private static Consumer<byte[]> operation(int code) {
    return f -> Octets.put16(f, ARP + ArpPacket.OPERATION, code);
  }

  private static Consumer<byte[]> byteAt(int offset, int value) {
    return f -> f[IP + offset] = (byte) value;
  }

  private static Consumer<byte[]> source(Inet6Address address) {
    return f -> put(f, IP + Icmpv6.SOURCE, address);
  }

  private static Consumer<byte[]> target(Inet6Address address) {
    return f -> put(f, IP + Icmpv6.TARGET, address);
  }

  private static void sha(byte[] frame, MacAddress mac) {
    Octets.put48(frame, ARP + ArpPacket.SENDER_MAC, mac.value());
  }

  private static void put(byte[] frame, int offset, InetAddress address) {
    put(frame, offset, address.getAddress());
  }

  private static void put(byte[] frame, int offset, byte[] bytes) {
    System.arraycopy(bytes, 0, frame, offset, bytes.length);
  }

  private static byte[] bytes(String dotted) {
    return InetAddress.ofLiteral(dotted).getAddress();
  }

  private static Inet4Address v4(int a, int b, int c, int d) {
    return IpAddresses.ipv4(new byte[] {(byte) a, (byte) b, (byte) c, (byte) d}, 0);
  }

  private static Inet6Address v6(long high, long low) {
    return IpAddresses.ipv6(high, low);
  }
}
