package dev.starling.speaker.loop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.code_intelligence.jazzer.junit.FuzzTest;

class GatewaysFuzzTest {
  @FuzzTest
  void findsTheDefaultRoutesInAnyText(byte[] bytes) {
    GatewaysCheck.check(new String(bytes, ISO_8859_1));
  }
}
