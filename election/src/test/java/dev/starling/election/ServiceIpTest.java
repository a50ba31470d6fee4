package dev.starling.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceIpTest {
  /** RFC 5952 sections 4 and 5, and the corners around them. */
  @ParameterizedTest
  @CsvSource({
    "2001:0db8::0001,                          2001:db8::1",
    "2001:db8:0:0:0:0:2:1,                     2001:db8::2:1",
    "2001:db8:0:1:1:1:1:1,                     2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1,                       2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1,                     2001:db8::1:0:0:1",
    "2001:DB8::ABCD,                           2001:db8::abcd",
    "::,                                       ::",
    "::1,                                      ::1",
    "1::,                                      1::",
    "0:0:0:0:0:0:0:1,                          ::1",
    "1:0:0:0:0:0:0:0,                          1::",
    "0:1:0:1:0:1:0:1,                          0:1:0:1:0:1:0:1",
    "0:0:1:1:1:1:0:0,                          ::1:1:1:1:0:0",
    "1:1:1:1:1:1:0:0,                          1:1:1:1:1:1::",
    "1:1:1:1:1:1:1:0,                          1:1:1:1:1:1:1:0",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,  ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "64:ff9b::192.0.2.33,                      64:ff9b::c000:221",
    "::ffff:192.0.2.1,                         192.0.2.1",
    "192.0.2.1,                                192.0.2.1",
    "0.0.0.0,                                  0.0.0.0"
  })
  void textIsCanonical(String literal, String text) {
    assertThat(ServiceIp.of(literal).text()).isEqualTo(text);
    assertThat(ServiceIp.of(literal)).hasToString(text);
    assertThat(ServiceIp.of(text)).isEqualTo(ServiceIp.of(literal));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "localhost",
        "10.0.0",
        "10.1",
        "1",
        "010.0.0.1",
        "10.0.0.01",
        "10.0.0.256",
        "10.0.0.1 ",
        "10.0.0.1/24",
        "0x0a000001",
        "fe80::1%eth0",
        "[::1]",
        "::1::",
        "1:2:3",
        ":",
        "12345::",
        "::ffff:092.0.2.1",
        "64:ff9b::192.0.2.033",
        "::10.1",
        "2001:db8::g"
      })
  void refusesWhatIsNoPlainAddress(String literal) {
    assertThat(ServiceIp.parse(literal)).isNull();
    assertThatThrownBy(() -> ServiceIp.of(literal)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aScopeIsTakenOff() throws UnknownHostException {
    InetAddress scoped = InetAddress.getByName("fe80::1%1");
    ServiceIp ip = new ServiceIp(scoped);
    assertThat(ip).isEqualTo(ServiceIp.of("fe80::1"));
    assertThat(ip.address().getHostAddress()).doesNotContain("%");
  }

  @Test
  void sortsByFamilyThenByUnsignedBytes() {
    List<ServiceIp> sorted =
        List.of(
            ServiceIp.of("1.2.3.4"),
            ServiceIp.of("127.255.0.0"),
            ServiceIp.of("128.0.0.0"),
            ServiceIp.of("255.255.255.255"),
            ServiceIp.of("::"),
            ServiceIp.of("1::"),
            ServiceIp.of("8000::"),
            ServiceIp.of("ffff::"));
    assertThat(new TreeSet<>(sorted.reversed())).containsExactlyElementsOf(sorted);
    assertThat(ServiceIp.of("1::").isIpv6()).isTrue();
    assertThat(ServiceIp.of("::ffff:1.2.3.4").isIpv6()).isFalse();
  }

  @RepeatedTest(200)
  void textIsReadBackAndIsShortest(RepetitionInfo repetition) throws UnknownHostException {
    long seed = Seeds.of(repetition);
    Random random = new Random(seed);
    byte[] bytes = new byte[16];
    for (int i = 0; i < bytes.length; i += 2) {
      boolean zero = random.nextInt(3) > 0;
      bytes[i + 1] = (byte) (zero ? 0 : random.nextInt(256));
      bytes[i] = (byte) (zero || random.nextBoolean() ? 0 : random.nextInt(256));
    }
    ServiceIp ip = new ServiceIp(InetAddress.getByAddress(bytes));
    assertThat(ServiceIp.of(ip.text())).as("seed %d", seed).isEqualTo(ip);
    assertThat(ip.text()).as("seed %d", seed).isEqualTo(dumbText(ip));
  }

  /** Tries each gap, longest first and from the left. */
  private static String dumbText(ServiceIp ip) {
    if (!ip.isIpv6()) {
      return ip.address().getHostAddress();
    }
    String full = ":" + ip.address().getHostAddress() + ":";
    for (int groups = 8; groups >= 2; groups--) {
      String gap = ":" + String.join(":", Collections.nCopies(groups, "0")) + ":";
      int at = full.indexOf(gap);
      if (at >= 0) {
        String head = full.substring(0, at);
        String tail = full.substring(at + gap.length());
        return stripped(head) + "::" + stripped(tail);
      }
    }
    return stripped(full);
  }

  private static String stripped(String text) {
    return text.replaceAll("^:|:$", "");
  }
}
