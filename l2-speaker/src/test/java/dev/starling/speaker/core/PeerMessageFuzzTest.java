package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

class PeerMessageFuzzTest {
  /** There is one way to write a message, and no other is taken. */
  @FuzzTest
  void whatIsTakenIsWrittenAsItCame(byte[] bytes) {
    PeerMessage message = PeerMessage.parse(bytes);
    if (message != null) {
      assertThat(PeerMessage.encode(message)).isEqualTo(bytes);
    }
    if (message instanceof PeerMessage.Described(_, _, Description description, _)) {
      assertThat(description.usableLinks())
          .hasSizeLessThanOrEqualTo(PeerMessage.LINKS_MAX)
          .allSatisfy(
              link ->
                  assertThat(link.codePoints()).isNotEmpty().noneMatch(Character::isISOControl));
    }
  }
}
