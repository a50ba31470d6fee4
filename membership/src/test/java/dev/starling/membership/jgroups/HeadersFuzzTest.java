package dev.starling.membership.jgroups;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HexFormat;

/** The bytes as each of the two headers that JGroups gives us to read. */
final class HeadersFuzzTest {
  @FuzzTest
  void anyBytesAreAHeaderOrNone(byte[] bytes) {
    try {
      HeadersCheck.signal(bytes);
      HeadersCheck.hello(bytes);
    } catch (RuntimeException e) {
      throw new AssertionError(HexFormat.of().formatHex(bytes), e);
    }
  }
}
