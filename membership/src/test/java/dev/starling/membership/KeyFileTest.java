package dev.starling.membership;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KeyFileTest {
  private static final String ONE = key(1);
  private static final String TWO = key(2);

  @Test
  void takesTheFirstKeyAsTheNewest() {
    KeyFile file = KeyFile.parse("# since Monday\n\n  " + ONE + "\r\n# until Friday\n" + TWO);
    assertThat(file.faults()).isEmpty();
    assertThat(file.keys()).extracting(KeyText::text).containsExactly(ONE, TWO);
  }

  @Test
  void tellsOfEveryFaultWithItsLine() {
    KeyFile file = KeyFile.parse("short\n" + ONE + "\n#\n" + ONE + "\nchangemechangeme\n");
    assertThat(file.faults())
        .containsExactly(
            new KeyFile.Fault(1, KeyFault.TOO_SHORT),
            new KeyFile.Fault(4, KeyFault.DOUBLED),
            new KeyFile.Fault(5, KeyFault.PLACEHOLDER));
    assertThat(file.faults().getFirst().message())
        .isEqualTo(
            "key file, line 1: the key has fewer than 16 characters;"
                + " make a good one with: starling keygen");
  }

  @Test
  void wantsAtLeastOneKey() {
    assertThat(KeyFile.parse("# nothing yet\n\n").faults())
        .containsExactly(new KeyFile.Fault(0, KeyFault.EMPTY));
  }

  @Test
  void takesFourKeysAndNoMore() {
    String text = IntStream.rangeClosed(1, 5).mapToObj(KeyFileTest::key).collect(lines());
    KeyFile file = KeyFile.parse(text);
    assertThat(file.keys()).hasSize(4);
    assertThat(file.faults()).containsExactly(new KeyFile.Fault(5, KeyFault.TOO_MANY));
  }

  @Test
  void everyPrefixAndEveryFlippedBitGivesKeysOrFaults() {
    byte[] file = ("# since Monday\n" + ONE + "\n\n# until Friday\n" + TWO + "\n").getBytes(UTF_8);
    for (int length = 0; length <= file.length; length++) {
      KeyFileCheck.check(new String(file, 0, length, UTF_8));
    }
    for (int bit = 0; bit < file.length * 8; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      KeyFileCheck.check(new String(flipped, UTF_8));
    }
  }

  @Test
  void refusesAFileThatIsNone() {
    assertThat(KeyFile.parse("x".repeat(20_000)).faults())
        .containsExactly(new KeyFile.Fault(0, KeyFault.TOO_LONG));
  }

  private static java.util.stream.Collector<CharSequence, ?, String> lines() {
    return Collectors.joining("\n");
  }

  private static String key(int seed) {
    return KeyText.generate(new Random(seed)).text();
  }

  @Test
  void aSecretIsOneKeyHoweverItIsBrokenIntoLines() {
    String first = "Qm7vXw2nR9tK4yLb6cHd1fJg8sPa3eUo5iZxNqTkVrMwBhYl0jCpGuSzDfEaOiXn";
    String second = "t5Rk8wYq2LmZc7VbN4xHj9Gd3FsAp6Ue";
    assertThat(KeyFile.single(first + "\n" + second + "\n"))
        .isEqualTo(KeyFile.parse(first + second));
    assertThat(KeyFile.single(first + "\r\n " + second).keys()).hasSize(1);
    assertThat(KeyFile.single("").faults()).isNotEmpty();
    assertThat(KeyFile.single("x\n".repeat(KeyFile.CHARACTERS_MAX)).faults()).isNotEmpty();
  }
}
