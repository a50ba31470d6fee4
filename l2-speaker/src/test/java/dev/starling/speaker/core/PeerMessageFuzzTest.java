package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.TreeSet;

class PeerMessageFuzzTest {
  @FuzzTest(maxDuration = "2m")
  void anyBytesAreAMessageOrNone(byte[] bytes) {
    switch (PeerMessage.parse(bytes)) {
      case PeerMessage.Applied applied -> assertThat(PeerMessage.encode(applied)).isEqualTo(bytes);
      case PeerMessage.Described(long sequence, var view, Description description) -> {
        assertThat(bytes).hasSizeBetween(36, 36 + 16 * PeerMessage.LINKS_MAX);
        assertThat(description.usableLinks()).hasSizeLessThanOrEqualTo(PeerMessage.LINKS_MAX);
        assertThat(description.usableLinks()).doesNotContain("");
        var bare = new Description(description.settled(), description.draining(), new TreeSet<>());
        byte[] again = PeerMessage.encode(new PeerMessage.Described(sequence, view, bare));
        assertThat(bytes).startsWith(Arrays.copyOf(again, 35));
      }
      case null -> assertThat(bytes).isNotNull();
    }
  }
}
