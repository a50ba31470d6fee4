package dev.starling.speaker.loop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** On recordings of {@code /proc/net/route} and {@code /proc/net/ipv6_route}, Linux 6.12. */
class GatewaysTest {
  private static final List<String> IPV4 =
      """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
      eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
      eth0\t00000000\tFE02A8C0\t0003\t0\t0\t200\t00000000\t0\t0\t0
      eth0\t0002A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
      eth1\t0000000A\t0101000A\t0003\t0\t0\t0\t000000FF\t0\t0\t0
      wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
      *\t00000000\t00000000\t0201\t0\t0\t0\t00000000\t0\t0\t0
      """
          .lines()
          .toList();

  private static final List<String> IPV6 =
      """
      20010db8000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth0
      00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
      00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo
      00000000000000000000000000000000 01 00000000000000000000000000000000 00 fe800000000000000000000000000002 00000400 00000001 00000000 00000003     tun0
      ff000000000000000000000000000000 08 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000002 00000000 00000001     eth0
      """
          .lines()
          .toList();

  private final SortedMap<String, List<InetAddress>> gateways = new TreeMap<>();

  @Test
  void defaultGatewaysOfBothFamiliesAreFoundByInterface() {
    Gateways.addIpv4(IPV4, gateways);
    Gateways.addIpv6(IPV6, gateways);

    assertThat(gateways).containsOnlyKeys("eth0");
    assertThat(gateways.get("eth0"))
        .containsExactly(
            InetAddress.ofLiteral("192.168.2.1"),
            InetAddress.ofLiteral("192.168.2.254"),
            InetAddress.ofLiteral("fe80::1"));
  }

  @Test
  void routesToOneNetworkAndRoutesWithoutGatewayAreNone() {
    Gateways.addIpv4(List.of(IPV4.get(3), IPV4.get(4), IPV4.get(5), IPV4.get(6)), gateways);
    Gateways.addIpv6(List.of(IPV6.get(0), IPV6.get(2), IPV6.get(3), IPV6.get(4)), gateways);

    assertThat(gateways).isEmpty();
  }

  @Test
  void thisMachinesFilesCanBeRead() {
    assertThat(Gateways.read()).isNotNull();
  }

  @Test
  void everyPrefixAndEveryFlippedBitIsReadAsItsRoutesAre() {
    for (String text : List.of(String.join("\n", IPV4), String.join("\n", IPV6))) {
      GatewaysCheck.check(text);
      for (int length = 0; length < text.length(); length++) {
        GatewaysCheck.check(text.substring(0, length));
      }
      byte[] bytes = text.getBytes(ISO_8859_1);
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        GatewaysCheck.check(new String(flipped, ISO_8859_1));
      }
    }
  }
}
