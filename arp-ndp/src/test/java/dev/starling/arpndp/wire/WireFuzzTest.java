package dev.starling.arpndp.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** The frame as it is, and with the checksum that only its content deserves. */
class WireFuzzTest {
  @FuzzTest
  void readsWhatAnIndependentReaderReads(byte[] frame) {
    WireCheck.check(frame);
    WireCheck.check(new HexFrame(frame).sealed());
  }
}
