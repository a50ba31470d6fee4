package dev.starling.arpndp.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.starling.arpndp.wire.NeighborAdvertisement.Flags;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class WireTest {
  private static final String ARP_REQUEST =
      "ffffffffffff020000000001"
          + "0806000108000604"
          + "0001"
          + "020000000001c0000201"
          + "000000000000c0000202";

  /** As a Linux host sends it; the checksum was computed apart. */
  private static final String SOLICITATION =
      "3333ff000009020000000001"
          + "86dd"
          + "6000000000203aff"
          + "20010db8000000000000000000000001"
          + "ff0200000000000000000001ff000009"
          + "8700"
          + "1c19"
          + "00000000"
          + "20010db8000000000000000000000009"
          + "0101020000000001";

  private static final Ethernet ETHERNET =
      new Ethernet(MacAddress.BROADCAST, new MacAddress(0x0200_0000_0001L));

  /** The example of RFC 4291, appendix A. */
  @Test
  void aCardMakesALinkLocalAddress() {
    assertThat(IpAddresses.linkLocal(new MacAddress(0x3456_789a_bcdeL)))
        .isEqualTo(InetAddress.ofLiteral("fe80::3656:78ff:fe9a:bcde"));
  }

  @Test
  void readsAnArpRequest() {
    byte[] frame = HexFormat.of().parseHex(ARP_REQUEST);
    ArpPacket packet = ok(ArpPacket.parse(frame, frame.length));

    assertThat(packet.operation()).isEqualTo(ArpPacket.Operation.REQUEST);
    assertThat(packet.ethernet()).isEqualTo(ETHERNET);
    assertThat(packet.senderMac()).hasToString("02:00:00:00:00:01");
    assertThat(packet.senderIp()).isEqualTo(InetAddress.ofLiteral("192.0.2.1"));
    assertThat(packet.targetIp()).isEqualTo(InetAddress.ofLiteral("192.0.2.2"));
    assertThat(HexFormat.of().formatHex(packet.encode())).isEqualTo(ARP_REQUEST + "00".repeat(18));
  }

  @Test
  void readsASolicitation() {
    byte[] frame = HexFormat.of().parseHex(SOLICITATION);
    NeighborSolicitation message = ok(NeighborSolicitation.parse(frame, frame.length));

    assertThat(message.source()).isEqualTo(InetAddress.ofLiteral("2001:db8::1"));
    assertThat(message.target()).isEqualTo(InetAddress.ofLiteral("2001:db8::9"));
    assertThat(message.destination()).isEqualTo(IpAddresses.solicitedNodeGroup(message.target()));
    assertThat(message.options().getFirst().mac()).contains(ETHERNET.source());
    assertThat(message.encode()).isEqualTo(frame);
  }

  @RepeatedTest(200)
  void readsWhatItWrites(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    SplittableRandom random = new SplittableRandom(seed);
    Ethernet ethernet = new Ethernet(mac(random), mac(random));
    ArpPacket arp =
        new ArpPacket(
            ethernet,
            random.nextBoolean() ? ArpPacket.Operation.REQUEST : ArpPacket.Operation.REPLY,
            mac(random),
            IpAddresses.ipv4(bytes(random, 4), 0),
            mac(random),
            IpAddresses.ipv4(bytes(random, 4), 0));
    check(seed, arp, arp.encode(), ArpPacket::parse);

    List<NdpOption> options = options(random);
    Inet6Address target = unicast(random);
    boolean group = random.nextBoolean();
    Inet6Address to = group ? IpAddresses.solicitedNodeGroup(target) : unicast(random);
    NeighborSolicitation solicitation =
        new NeighborSolicitation(ethernet, unicast(random), to, target, options);
    check(seed, solicitation, solicitation.encode(), NeighborSolicitation::parse);

    Flags flags = new Flags(random.nextBoolean(), !group, random.nextBoolean());
    NeighborAdvertisement advertisement =
        new NeighborAdvertisement(ethernet, unicast(random), to, flags, target, options);
    check(seed, advertisement, advertisement.encode(), NeighborAdvertisement::parse);
  }

  private static <T> void check(
      long seed, T value, byte[] frame, BiFunction<byte[], Integer, Parsed<T>> parser) {
    assertThat(parser.apply(frame, frame.length))
        .as("seed %d", seed)
        .isEqualTo(new Parsed.Ok<>(value));
    byte[] padded = Arrays.copyOf(frame, frame.length + 20);
    assertThat(parser.apply(padded, padded.length))
        .as("seed %d", seed)
        .isEqualTo(new Parsed.Ok<>(value));
  }

  @Test
  void refusesToBuildWhatItWouldNotRead() {
    Inet6Address host = IpAddresses.ipv6(0x2001_0db8_0000_0000L, 1);
    Inet6Address group = IpAddresses.solicitedNodeGroup(host);
    Inet6Address nobody = IpAddresses.ipv6(0, 0);
    NdpOption mac = NdpOption.linkLayer(NdpOption.SOURCE_LINK_LAYER, ETHERNET.source());
    Flags solicited = new Flags(false, true, true);
    List<Runnable> mistakes =
        List.of(
            () -> new NeighborSolicitation(ETHERNET, nobody, group, host, List.of(mac)),
            () -> new NeighborSolicitation(ETHERNET, nobody, host, host, List.of()),
            () -> new NeighborSolicitation(ETHERNET, host, host, group, List.of()),
            () -> new NeighborSolicitation(ETHERNET, group, host, host, List.of()),
            () -> new NeighborAdvertisement(ETHERNET, host, group, solicited, host, List.of()),
            () -> NdpOption.of(1, new byte[5]),
            () -> NdpOption.of(256, new byte[6]),
            () -> NdpOption.of(14, new byte[255 * 8]),
            () -> new MacAddress(1L << 48));
    for (Runnable mistake : mistakes) {
      assertThatIllegalArgumentException().isThrownBy(mistake::run);
    }
  }

  @Test
  void readsMacAddressesInOneFormOnly() {
    assertThat(MacAddress.parse("02:00:5E:10:00:0a")).contains(new MacAddress(0x0200_5e10_000aL));
    for (String text : List.of("", "02:00:5e:10:00", "02-00-5e-10-00-0a", "02:00:5e:10:00:0g")) {
      assertThat(MacAddress.parse(text)).isEmpty();
    }
    assertThat(MacAddress.BROADCAST).isGreaterThan(MacAddress.ZERO);
    assertThat(MacAddress.BROADCAST.isUnicast()).isFalse();
    assertThat(MacAddress.ZERO.isUnicast()).isFalse();
  }

  private static List<NdpOption> options(SplittableRandom random) {
    List<NdpOption> options = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      int type = random.nextInt(256);
      int units = type == 1 || type == 2 ? 1 : 1 + random.nextInt(4);
      options.add(NdpOption.of(type, bytes(random, units * 8 - 2)));
    }
    return options;
  }

  private static Inet6Address unicast(SplittableRandom random) {
    return IpAddresses.ipv6(random.nextLong() >>> 8 | 0x2000_0000_0000_0000L, random.nextLong());
  }

  private static MacAddress mac(SplittableRandom random) {
    return new MacAddress(random.nextLong() >>> 16);
  }

  private static byte[] bytes(SplittableRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static <T> T ok(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Ok<T>(T value) -> value;
      case Parsed.Bad<T>(var reason) -> throw new AssertionError(reason);
    };
  }
}
