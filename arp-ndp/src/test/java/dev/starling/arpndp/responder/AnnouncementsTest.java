package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.NeighborSolicitation;
import dev.starling.arpndp.wire.Parsed;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnouncementsTest {
  private static final MacAddress MAC = new MacAddress(0x0200_5e10_0001L);
  private static final InetAddress V4 = InetAddress.ofLiteral("192.0.2.9");
  private static final InetAddress V6 = InetAddress.ofLiteral("2001:db8::9");

  @Test
  void tellIpv4InBothForms() {
    String arp = "0806" + "000108000604";
    String padding = "00".repeat(18);
    assertThat(hex(Announcements.frames(V4, MAC)))
        .containsExactly(
            "ffffffffffff02005e100001"
                + arp
                + "0001"
                + "02005e100001c0000209"
                + "000000000000c0000209"
                + padding,
            "ffffffffffff02005e100001"
                + arp
                + "0002"
                + "02005e100001c0000209"
                + "02005e100001c0000209"
                + padding);
  }

  @Test
  void tellIpv6ToAllNodesOverriding() {
    String ip = "20010db8000000000000000000000009";
    assertThat(hex(Announcements.frames(V6, MAC)))
        .containsExactly(
            "33330000000102005e10000186dd"
                + "6000000000203aff"
                + ip
                + "ff020000000000000000000000000001"
                + "8800"
                + "9b0a"
                + "20000000"
                + ip
                + "0201"
                + "02005e100001");
  }

  @Test
  void witnessIsAskedFromTheLikestAddress() {
    InetAddress gateway = InetAddress.ofLiteral("10.7.0.254");
    List<InetAddress> own =
        List.of(InetAddress.ofLiteral("192.0.2.1"), InetAddress.ofLiteral("10.7.0.3"), V6);

    byte[] frame = WitnessProbe.frame(gateway, MAC, own).orElseThrow();

    assertThat(HexFormat.of().formatHex(frame))
        .startsWith("ffffffffffff02005e1000010806" + "0001080006040001")
        .contains("02005e100001" + "0a070003" + "000000000000" + "0a0700fe");
  }

  @Test
  void witnessIsProbedWithoutAnAddress() {
    InetAddress gateway = InetAddress.ofLiteral("10.7.0.254");

    byte[] frame = WitnessProbe.frame(gateway, MAC, List.of(V6)).orElseThrow();

    assertThat(HexFormat.of().formatHex(frame))
        .contains("02005e100001" + "00000000" + "000000000000" + "0a0700fe");
  }

  @Test
  void ipv6WitnessIsSolicitedFromAnAddressOfItsKind() {
    InetAddress linkLocal = InetAddress.ofLiteral("fe80::1");
    InetAddress router = InetAddress.ofLiteral("fe80::fe");

    assertThat(WitnessProbe.frame(router, MAC, List.of(V4, V6))).isEmpty();
    byte[] frame = WitnessProbe.frame(router, MAC, List.of(V4, V6, linkLocal)).orElseThrow();

    assertThat(NeighborSolicitation.parse(frame, frame.length))
        .isInstanceOfSatisfying(
            Parsed.Ok.class,
            ok -> {
              NeighborSolicitation solicitation = (NeighborSolicitation) ok.value();
              assertThat(solicitation.source()).isEqualTo(linkLocal);
              assertThat(solicitation.target()).isEqualTo(router);
              assertThat(solicitation.ethernet().destination()).hasToString("33:33:ff:00:00:fe");
            });
  }

  private static List<String> hex(List<byte[]> frames) {
    return frames.stream().map(HexFormat.of()::formatHex).toList();
  }
}
