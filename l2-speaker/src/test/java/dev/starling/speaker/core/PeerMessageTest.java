package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.membership.MemberId;
import dev.starling.membership.ViewId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeerMessageTest {
  private static final String APPLIED = "01 02 0102030405060708";
  private static final String HEAD =
      "01 01 0102030405060708 1112131415161718 2122232425262728 3132333435363738";

  /** Settled and draining, in an established group, on {@code eth0} and {@code lo}. */
  private static final String DESCRIBED = HEAD + "07 02 04 65746830 02 6c6f";

  private static final PeerMessage.Described MESSAGE =
      described(new Description(true, true, new TreeSet<>(List.of("lo", "eth0"))));

  @Test
  void confirmationHasTheseBytes() {
    var message = new PeerMessage.Applied(0x0102030405060708L);
    assertThat(PeerMessage.encode(message)).isEqualTo(bytes(APPLIED));
    assertThat(PeerMessage.parse(bytes(APPLIED))).isEqualTo(message);
  }

  @Test
  void descriptionHasTheseBytes() {
    assertThat(PeerMessage.encode(MESSAGE)).isEqualTo(bytes(DESCRIBED));
    assertThat(PeerMessage.parse(bytes(DESCRIBED))).isEqualTo(MESSAGE);
  }

  @ParameterizedTest
  @CsvSource({
    "00, false, false, false",
    "01, true, false, false",
    "02, false, true, false",
    "04, false, false, true",
    "07, true, true, true"
  })
  void flagsAreOneBitEach(String flags, boolean settled, boolean draining, boolean established) {
    var of = new Description(settled, draining, new TreeSet<>());
    var message = new PeerMessage.Described(MESSAGE.sequence(), MESSAGE.view(), of, established);
    assertThat(PeerMessage.encode(message)).isEqualTo(bytes(HEAD + flags + "00"));
    assertThat(PeerMessage.parse(bytes(HEAD + flags + "00"))).isEqualTo(message);
  }

  @RepeatedTest(200)
  void whatIsEncodedIsParsed(RepetitionInfo repetition) {
    String given = System.getProperty("seed", "");
    long seed = given.isEmpty() ? repetition.getCurrentRepetition() : Long.parseLong(given);
    var random = new SplittableRandom(seed);
    var links = new TreeSet<String>();
    for (int i = random.nextInt(PeerMessage.LINKS_MAX + 1); i > 0; i--) {
      links.add(random.nextInt(10) == 0 ? "näm" + i : "eth" + random.nextInt(1_000_000_000));
    }
    var id = new MemberId(random.nextLong(), random.nextLong());
    var description = new Description(random.nextBoolean(), random.nextBoolean(), links);
    for (PeerMessage message :
        List.of(
            new PeerMessage.Applied(random.nextLong()),
            new PeerMessage.Described(
                random.nextLong(),
                new ViewId(id, random.nextLong()),
                description,
                random.nextBoolean()))) {
      assertThat(PeerMessage.parse(PeerMessage.encode(message)))
          .as("replay with -Dseed=%d", seed)
          .isEqualTo(message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {APPLIED, DESCRIBED})
  void prefixIsNoMessage(String text) {
    byte[] whole = bytes(text);
    for (int length = 0; length < whole.length; length++) {
      assertThat(PeerMessage.parse(Arrays.copyOf(whole, length))).as("%d bytes", length).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {APPLIED, DESCRIBED})
  void trailingByteIsNoMessage(String text) {
    assertThat(PeerMessage.parse(bytes(text + "00"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {APPLIED, DESCRIBED})
  void flippedBitGivesAnotherMessageOrNone(String text) {
    PeerMessage unchanged = PeerMessage.parse(bytes(text));
    for (int bit = 0; bit < bytes(text).length * 8; bit++) {
      byte[] flipped = bytes(text);
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(PeerMessage.parse(flipped)).as("bit %d", bit).isNotEqualTo(unchanged);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00 02 0102030405060708",
        "02 02 0102030405060708",
        "01 00 0102030405060708",
        "01 03 0102030405060708",
        "01 ff 0102030405060708",
        HEAD + "08 00",
        HEAD + "80 00",
        HEAD + "01 ff",
        HEAD + "01 80",
        HEAD + "01 01 00",
        HEAD + "01 01 10 30303030303030303030303030303030",
        HEAD + "01 01 80 30",
        HEAD + "01 02 01 30",
        HEAD + "01 02 02 6c6f 04 65746830",
        HEAD + "01 02 02 6c6f 02 6c6f",
        HEAD + "01 01 02 c3 28",
        HEAD + "01 01 02 1b63",
        HEAD + "01 01 02 30"
      })
  void whatBreaksTheFormatIsNoMessage(String text) {
    assertThat(PeerMessage.parse(bytes(text))).isNull();
  }

  @Test
  void longestNameAndMostLinksAreTaken() {
    var links = new TreeSet<String>();
    for (int i = 0; i < PeerMessage.LINKS_MAX; i++) {
      links.add("fifteen-byte-" + (10 + i));
    }
    assertThat(links).allSatisfy(link -> assertThat(link).hasSize(PeerMessage.LINK_NAME_MAX));
    var message = described(new Description(true, false, links));
    assertThat(PeerMessage.parse(PeerMessage.encode(message))).isEqualTo(message);
  }

  @Test
  void oneLinkTooManyIsNeitherWrittenNorRead() {
    var links = new TreeSet<String>();
    StringBuilder text = new StringBuilder(HEAD + "00 41");
    for (int i = 0; i < PeerMessage.LINKS_MAX + 1; i++) {
      String link = String.valueOf(10 + i);
      links.add(link);
      text.append("02").append(HexFormat.of().formatHex(link.getBytes(StandardCharsets.US_ASCII)));
    }
    assertThat(PeerMessage.parse(bytes(text.toString()))).isNull();
    var message = described(new Description(false, false, links));
    assertThatThrownBy(() -> PeerMessage.encode(message))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("65 links");
  }

  private static PeerMessage.Described described(Description description) {
    var creator = new MemberId(0x1112131415161718L, 0x2122232425262728L);
    return new PeerMessage.Described(
        0x0102030405060708L, new ViewId(creator, 0x3132333435363738L), description, true);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
