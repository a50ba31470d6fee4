package dev.starling.speaker.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;

class LiteralsFuzzTest {
  @FuzzTest
  void anyTextIsADurationOrAnAddressOrNeither(byte[] bytes) {
    LiteralsCheck.check(new String(bytes, UTF_8));
  }
}
