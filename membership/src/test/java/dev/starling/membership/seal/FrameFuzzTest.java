package dev.starling.membership.seal;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/** Bytes from strangers as they are, as damage to an honest frame, and as what is sealed. */
final class FrameFuzzTest {
  @FuzzTest
  void onlyWhatAnHonestSpeakerHasSealedGetsIn(byte[] bytes) {
    FrameCheck.check(bytes);
    FrameCheck.check(damaged(bytes));
    if (bytes.length <= FrameHeader.FRAME_LENGTH_MAX - FrameHeader.OVERHEAD) {
      FrameCheck.roundTrip(bytes);
    }
  }

  /**
   * The honest frame with {@code damage} laid over it, so that zeros change nothing; the first byte
   * cuts so many bytes off.
   */
  private static byte[] damaged(byte[] damage) {
    byte[] frame = FrameCheck.honest();
    for (int i = 1; i < damage.length && i <= frame.length; i++) {
      frame[i - 1] ^= damage[i];
    }
    int cut = damage.length == 0 ? 0 : (damage[0] & 0xff) % frame.length;
    return Arrays.copyOf(frame, frame.length - cut);
  }
}
