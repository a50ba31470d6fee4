package dev.starling.arpndp.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.wire.IpAddresses;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureFilterTest {
  @Test
  void namesFewAddressesOneByOne() {
    CaptureFilter filter =
        CaptureFilter.of(
            List.of(InetAddress.ofLiteral("10.0.0.1"), InetAddress.ofLiteral("2001:db8::1:2")));

    assertThat(filter.expression())
        .isEqualTo(
            "(arp and (arp[24:4]=0xa000001 or arp[14:4]=0xa000001)) or "
                + "(icmp6 and (ip6[40]=135 or ip6[40]=136)"
                + " and (ip6[60:4]=0x10002 or ip6[20:4]=0x10002))");
  }

  @Test
  void coversManyAddressesByFewPrefixes() {
    CaptureFilter filter = CaptureFilter.of(addresses(1_000, 0x0a00_0000));

    assertThat(filter.expression())
        .startsWith("(arp and ((arp[24:4] & 0xffffffe0)=0xa000000 or ")
        .endsWith(" or (arp[14:4] & 0xffffffe0)=0xa0003e0))");
    assertThat(filter.expression().split("=", -1)).hasSizeLessThan(2 * CaptureFilter.LIMIT + 2);
  }

  @Test
  void letsAFamilyThroughWhoseAddressesAreAllOver() {
    List<InetAddress> addresses = new ArrayList<>();
    for (int first = 0; first < 256; first++) {
      addresses.add(IpAddresses.ipv4(new byte[] {(byte) first, 1, 2, 3}, 0));
    }
    assertThat(CaptureFilter.of(addresses).expression()).isEqualTo("(arp)");
  }

  @Test
  void isTheSameForTheSameAddressesInAnyOrder() {
    List<InetAddress> addresses = addresses(100, 0x0a00_0000);
    assertThat(CaptureFilter.of(addresses.reversed())).isEqualTo(CaptureFilter.of(addresses));
  }

  private static List<InetAddress> addresses(int count, int first) {
    List<InetAddress> addresses = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      byte[] bytes = {(byte) (i >> 24), (byte) (i >> 16), (byte) (i >> 8), (byte) i};
      addresses.add(IpAddresses.ipv4(bytes, 0));
    }
    return addresses;
  }
}
