package dev.starling.membership.seal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.starling.membership.Keyring;
import java.util.List;

final class FrameFuzzTest {
  @FuzzTest(maxDuration = "30s")
  void noBytesFromStrangersGetIn(byte[] datagram) {
    Opener opener = new Opener(99, "blue");
    Keyring ring = new Keyring(List.of(FrameTest.key(1)));
    assertThat(opener.open(ring, datagram, 0, datagram.length, FrameTest.NOW, 0))
        .isInstanceOf(Opened.Dropped.class);
  }
}
