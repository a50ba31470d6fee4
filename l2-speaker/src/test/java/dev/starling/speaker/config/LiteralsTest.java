package dev.starling.speaker.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "200ms",
        "1s",
        "999999999m",
        "192.0.2.10",
        "255.255.255.255",
        "2001:db8::10",
        "::",
        "1::",
        "64:ff9b::192.0.2.33",
        "::ffff:192.0.2.1",
        "1:2:3:4:5:6:7:8",
        "02:00:5e:10:00:0a"
      })
  void isReadAsItsRuleSaysWhereverItIsCutOrFlipped(String text) {
    for (int length = 0; length <= text.length(); length++) {
      LiteralsCheck.check(text.substring(0, length));
    }
    byte[] bytes = text.getBytes(ISO_8859_1);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      LiteralsCheck.check(new String(flipped, ISO_8859_1));
    }
  }
}
