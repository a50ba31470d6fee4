package dev.starling.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyTextTest {
  @ParameterizedTest
  @CsvSource({
    "TOO_SHORT, k8Jw2-Zq7_tR3mX",
    "WELL_KNOWN, 000102030405060708090a0b0c0d0e0f",
    "WELL_KNOWN, 2b7e1516 28aed2a6 abf71588 09cf4f3c",
    "WELL_KNOWN, 0123456789ABCDEF0123456789ABCDEF",
    "PLACEHOLDER, changemechangeme",
    "PLACEHOLDER, your-secret-key-here!",
    "PLACEHOLDER, my_password_123456789",
    "PLACEHOLDER, memberlist-secretkey",
    "PLACEHOLDER, <replace-me-with-example>",
    "REPEATED, aaaaaaaaaaaaaaaaaaaaaaaa",
    "REPEATED, abcabcabcabcabcabcabcabc",
    "REPEATED, k8Jw2Zq7k8Jw2Zq7k8Jw2Zq7",
    "SEQUENCE, abcdefghijklmnopqrstuvwxyz",
    "SEQUENCE, zyxwvutsrqponmlkjih",
    "PREDICTABLE, aabbaabbbabaabababbbabaaabbab",
    "PREDICTABLE, 1990-12-24-1988-11"
  })
  void namesWhyATextIsWeak(KeyFault fault, String text) {
    assertThat(KeyText.faultOf(text)).contains(fault);
    assertThatThrownBy(() -> new KeyText(text)).hasMessageContaining("starling keygen");
  }

  @Test
  void namesWhatIsNoLineOfText() {
    assertThat(KeyText.faultOf("")).contains(KeyFault.EMPTY);
    assertThat(KeyText.faultOf("k8Jw2-Zq7_tR3mXk\u0000LpV")).contains(KeyFault.NOT_PRINTABLE);
    assertThat(KeyText.faultOf("\ufeffk8Jw2-Zq7_tR3mXkLpV")).contains(KeyFault.NOT_PRINTABLE);
    assertThat(KeyText.faultOf("k8Jw2-Zq7_tR\u200b3mXkLpV")).contains(KeyFault.NOT_PRINTABLE);
    assertThat(KeyText.faultOf("k8Jw2-Zq7_tR\ufffd3mXkLpV")).contains(KeyFault.NOT_PRINTABLE);
    assertThat(KeyText.faultOf("k8Jw2-Zq7_tR\ud8003mXkLpV")).contains(KeyFault.NOT_PRINTABLE);
    assertThat(KeyText.faultOf(" k8Jw2-Zq7_tR3mXkLpV")).contains(KeyFault.NOT_PRINTABLE);
    assertThat(KeyText.faultOf("k8Jw2-Zq7".repeat(200))).contains(KeyFault.TOO_LONG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "k8Jw2-Zq7_tR3mXkLpV0",
        "correct horse battery staple 7",
        "9f86d081884c7d659a2feaa0c55ad015",
        "Ünïcode-Schlüssel mit Würde 42",
        "the secret of my grandmother's apple pie"
      })
  void acceptsWhatHoldsUp(String text) {
    assertThat(KeyText.faultOf(text)).isEmpty();
  }

  @RepeatedTest(200)
  void acceptsEveryKeyThatItMakes(RepetitionInfo repetition) {
    long seed = seed(repetition);
    String text = KeyText.generate(new Random(seed)).text();
    assertThat(text).as("seed %d", seed).hasSize(43);
    assertThat(Base64.getUrlDecoder().decode(text)).as("seed %d", seed).hasSize(32);
  }

  @RepeatedTest(200)
  void neverFailsOnAnyText(RepetitionInfo repetition) {
    long seed = seed(repetition);
    Random random = new Random(seed);
    String text =
        random
            .ints(random.nextInt(64), 0, 0x1_0000)
            .collect(StringBuilder::new, (b, c) -> b.append((char) c), StringBuilder::append)
            .toString();
    assertThat(KeyText.faultOf(text)).as("seed %d", seed).isNotNull();
  }

  @Test
  void isNotShownInALog() {
    assertThat(new KeyText("k8Jw2-Zq7_tR3mXkLpV0").toString()).doesNotContain("k8Jw2");
  }

  private static long seed(RepetitionInfo repetition) {
    return Long.getLong("seed", repetition.getCurrentRepetition());
  }
}
