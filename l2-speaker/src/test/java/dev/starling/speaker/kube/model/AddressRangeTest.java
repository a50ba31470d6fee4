package dev.starling.speaker.kube.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.RangeText.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.0/24, 192.0.2.0, 192.0.2.255",
    "192.0.2.77/24, 192.0.2.0, 192.0.2.255",
    "192.0.2.77/32, 192.0.2.77, 192.0.2.77",
    "192.0.2.77/31, 192.0.2.76, 192.0.2.77",
    "192.0.2.77/027, 192.0.2.64, 192.0.2.95",
    "192.0.2.77/1, 128.0.0.0, 255.255.255.255",
    "0.0.0.0/0, 0.0.0.0, 255.255.255.255",
    "2001:db8::7/127, 2001:db8::6, 2001:db8::7",
    "2001:DB8::/112, 2001:db8::, 2001:db8::ffff",
    "fe80::1/10, fe80::, febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "::/0, ::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "::ffff:192.0.2.77/120, 192.0.2.0, 192.0.2.255",
    "::ffff:192.0.2.77/96, 0.0.0.0, 255.255.255.255",
    "::/80, ::, ::fffe:ffff:ffff",
    "::fffe:0:1/95, ::fffe:0:0, ::fffe:ffff:ffff",
    "192.0.2.9-192.0.2.20, 192.0.2.9, 192.0.2.20",
    "'  192.0.2.9\t-  192.0.2.20 ', 192.0.2.9, 192.0.2.20",
    "192.0.2.9-192.0.2.9, 192.0.2.9, 192.0.2.9",
    "2001:db8::1-2001:db8::ff, 2001:db8::1, 2001:db8::ff",
    "::ffff:192.0.2.9-192.0.2.20, 192.0.2.9, 192.0.2.20"
  })
  void isReadAsMetalLbReadsIt(String text, String first, String last) {
    assertThat(AddressRange.parse(text))
        .isEqualTo(new AddressRange(ServiceIp.of(first), ServiceIp.of(last)));
    AddressRangeCheck.check(text);
  }

  @ParameterizedTest
  @CsvSource({
    "'', NO_RANGE",
    "192.0.2.1, NO_RANGE",
    "2001:db8::1, NO_RANGE",
    "' 192.0.2.0/24', NO_RANGE",
    "192.0.2.0/33, PREFIX_LENGTH",
    "192.0.2.0/, PREFIX_LENGTH",
    "192.0.2.0/ 24, PREFIX_LENGTH",
    "192.0.2.0/+24, PREFIX_LENGTH",
    "192.0.2.0/99999999999, PREFIX_LENGTH",
    "192.0.2.0/24/8, PREFIX_LENGTH",
    "192.0.2.0/255.255.255.0, PREFIX_LENGTH",
    "2001:db8::/129, PREFIX_LENGTH",
    "::ffff:192.0.2.0/95, PREFIX_LENGTH",
    "192.0.02.0/24, NO_RANGE",
    "192.0.2/24, NO_RANGE",
    "fe80::1%eth0/64, NO_RANGE",
    "192.0.2.0/-1, NO_RANGE",
    "192.0.2.9-, NO_RANGE",
    "-192.0.2.9, NO_RANGE",
    "192.0.2.9-20, NO_RANGE",
    "192.0.2.9-192.0.2.20-192.0.2.30, NO_RANGE",
    "192.0.2.20-192.0.2.9, RANGE_REVERSED",
    "2001:db8::2-2001:db8::1, RANGE_REVERSED",
    "192.0.2.9-2001:db8::1, RANGE_OF_TWO_FAMILIES",
    "2001:db8::1-192.0.2.9, RANGE_OF_TWO_FAMILIES"
  })
  void isRefusedWithAReason(String text, FaultReason reason) {
    assertThat(AddressRange.parse(text)).isEqualTo(new Refused(reason));
  }

  @Test
  void aVeryLongTextIsNoRange() {
    String text = "192.0.2.0/" + "0".repeat(200) + "24";
    assertThat(AddressRange.parse(text)).isEqualTo(new Refused(FaultReason.NO_RANGE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "192.0.2.77/27",
        "2001:db8::7/112",
        "::ffff:192.0.2.77/120",
        " 192.0.2.9 - 192.0.2.20 ",
        "2001:db8::1-2001:db8::ff"
      })
  void neverThrowsWhereverItIsCutOrFlipped(String text) {
    for (int length = 0; length <= text.length(); length++) {
      AddressRangeCheck.check(text.substring(0, length));
    }
    byte[] bytes = text.getBytes(ISO_8859_1);
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      AddressRangeCheck.check(new String(flipped, ISO_8859_1));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.9-192.0.2.20, 192.0.2.9, true",
    "192.0.2.9-192.0.2.20, 192.0.2.20, true",
    "192.0.2.9-192.0.2.20, 192.0.2.8, false",
    "192.0.2.9-192.0.2.20, 192.0.2.21, false",
    "0.0.0.0/0, ::, false",
    "::/0, 192.0.2.1, false",
    "128.0.0.0/1, 200.0.0.1, true",
    "128.0.0.0/1, 127.255.255.255, false",
    "8000::/1, ffff::, true"
  })
  void hasWhatLiesBetweenInItsFamily(String text, String ip, boolean contained) {
    assertThat(AddressRange.parse(text))
        .isInstanceOfSatisfying(
            AddressRange.class,
            range -> assertThat(range.contains(ServiceIp.of(ip))).isEqualTo(contained));
  }

  @Test
  void aRangeInDisorderCannotBeMade() {
    assertThatThrownBy(() -> new AddressRange(ServiceIp.of("192.0.2.2"), ServiceIp.of("192.0.2.1")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
