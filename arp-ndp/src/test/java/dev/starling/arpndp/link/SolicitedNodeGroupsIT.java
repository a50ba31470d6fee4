package dev.starling.arpndp.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.link.SolicitedNodeGroups.Result;
import dev.starling.arpndp.netns.NetworkNamespace;
import dev.starling.arpndp.netns.Requirements;
import dev.starling.arpndp.wire.IpAddresses;
import java.net.Inet6Address;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memberships as the kernel sees them. */
class SolicitedNodeGroupsIT {
  private static final String LINK = "grouped";

  private final SolicitedNodeGroups groups = new SolicitedNodeGroups();
  private NetworkNamespace near;
  private NetworkNamespace far;

  @BeforeAll
  static void require() {
    Requirements.namespaces();
  }

  @BeforeEach
  void connect() {
    near = NetworkNamespace.create();
    far = NetworkNamespace.create();
    near.connect(LINK, far, "other");
    near.ip("address", "add", "10.7.0.1/24", "dev", LINK);
  }

  @AfterEach
  void disconnect() {
    groups.close();
    near.close();
    far.close();
  }

  @Test
  void joinsEachGroupOnceAndLeavesIt() {
    List<Inet6Address> ips = List.of(ip(1, 0xab_cdef), ip(2, 0xab_cdef), ip(1, 0x12_3456));

    assertThat(update(ips)).isEqualTo(new Result(2, 0, null));
    assertThat(memberships()).contains("ff02::1:ffab:cdef", "ff02::1:ff12:3456");

    assertThat(update(ips.subList(1, 2))).isEqualTo(new Result(1, 0, null));
    assertThat(memberships()).contains("ff02::1:ffab:cdef").doesNotContain("ff02::1:ff12:3456");

    groups.close();
    assertThat(memberships()).doesNotContain("ff02::1:ffab:cdef");
  }

  @Test
  void joinsAgainOnAnInterfaceThatWasMadeAnew() {
    List<Inet6Address> ips = List.of(ip(1, 0xab_cdef));
    update(ips);

    near.ip("link", "del", LINK);
    assertThat(groups.update(LinkInfo.absent(LINK), ips)).isEqualTo(new Result(0, 1, null));
    near.connect(LINK, far, "other");
    near.ip("address", "add", "10.7.0.1/24", "dev", LINK);

    assertThat(update(ips)).isEqualTo(new Result(1, 0, null));
    assertThat(memberships()).contains("ff02::1:ffab:cdef");
  }

  @Test
  void takesMoreSocketsThanOne() {
    List<Inet6Address> ips = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      ips.add(ip(1, 0x10_0000 + i));
    }
    assertThat(update(ips)).isEqualTo(new Result(3_000, 0, null));
    assertThat(memberships().lines().filter(line -> line.contains("ff02::1:ff10:"))).hasSize(3_000);
  }

  @Test
  void saysThatAnInterfaceWithoutAnAddressCannotJoin() {
    near.exec("sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/" + LINK + "/disable_ipv6");
    near.ip("address", "flush", "dev", LINK);

    Result result = update(List.of(ip(1, 1)));

    assertThat(result.joined()).isZero();
    assertThat(result.missing()).isOne();
    assertThat(result.fault()).contains(LINK);
  }

  private Result update(List<Inet6Address> ips) {
    LinkInfo link =
        new LinkInfo(
            LINK, true, near.index(LINK), true, true, 0, null, false, false, 1500, List.of());
    return near.call(() -> groups.update(link, ips));
  }

  private String memberships() {
    return near.exec("ip", "-6", "maddress", "show", "dev", LINK);
  }

  private static Inet6Address ip(int network, int suffix) {
    return IpAddresses.ipv6(0x2001_0db8_0000_0000L + network, suffix);
  }
}
