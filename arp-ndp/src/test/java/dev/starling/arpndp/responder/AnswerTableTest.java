package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AnswerTableTest {
  private static final MacAddress MAC = new MacAddress(0x0200_0000_0001L);

  @Test
  void neverTakesAMappedAddressForIpv4() {
    InetAddress v4 = InetAddress.ofLiteral("10.0.0.1");
    AnswerTable table = AnswerTable.of(MAC, List.of(v4), List.of()).withOwned(List.of(v4));

    assertThat(table.owns(v4)).isTrue();
    assertThat(table.owns(IpAddresses.ipv6(0, 0xffff_0a00_0001L))).isFalse();
    assertThat(table.owns(IpAddresses.ipv6(0, 0x0a00_0001L))).isFalse();
  }

  @Test
  void refusesToOwnWhatIsNoServiceIp() {
    InetAddress witness = InetAddress.ofLiteral("10.0.0.1");
    AnswerTable table = AnswerTable.of(MAC, List.of(), List.of(witness));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.withOwned(List.of(witness)))
        .withMessageContaining("10.0.0.1");
  }

  @Test
  void keepsEverythingButTheMacAddressOfAnotherDevice() {
    InetAddress ip = InetAddress.ofLiteral("0.0.0.0");
    AnswerTable table = AnswerTable.of(MAC, List.of(ip), List.of()).withOwned(List.of(ip));

    AnswerTable moved = table.withMac(MacAddress.BROADCAST);

    assertThat(moved.mac()).isEqualTo(MacAddress.BROADCAST);
    assertThat(moved.owns(ip)).isTrue();
    assertThat(table.withOwned(List.of()).owns(ip)).isFalse();
    assertThat(table.owns(ip)).isTrue();
  }

  @RepeatedTest(50)
  void ownsExactlyWhatItWasGiven(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    SplittableRandom random = new SplittableRandom(seed);
    List<InetAddress> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      long low = random.nextInt(4_000);
      byte[] v4 = {10, 0, (byte) (low >> 8), (byte) low};
      all.add(random.nextBoolean() ? IpAddresses.ipv6(low % 3, low) : IpAddresses.ipv4(v4, 0));
    }
    TreeSet<String> owned = new TreeSet<>();
    List<InetAddress> given = new ArrayList<>();
    for (InetAddress address : all) {
      if (random.nextInt(3) == 0) {
        given.add(address);
        owned.add(address.getHostAddress());
      }
    }

    AnswerTable table = AnswerTable.of(MAC, all, List.of()).withOwned(given);

    for (InetAddress address : all) {
      assertThat(table.owns(address))
          .as("seed %d, %s", seed, address)
          .isEqualTo(owned.contains(address.getHostAddress()));
    }
  }
}
