package dev.starling.arpndp.responder;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.starling.arpndp.wire.HexFrame;

/** The frame as it is, and with the checksum that only its content deserves. */
class ResponderFuzzTest {
  private static final ResponderCheck CHECK = new ResponderCheck();

  @FuzzTest
  void judgesAnyBytes(byte[] frame) {
    CHECK.check(frame);
    CHECK.check(new HexFrame(frame).sealed());
  }
}
