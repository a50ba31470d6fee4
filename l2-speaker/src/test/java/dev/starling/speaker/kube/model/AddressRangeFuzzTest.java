package dev.starling.speaker.kube.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.code_intelligence.jazzer.junit.FuzzTest;

class AddressRangeFuzzTest {
  @FuzzTest
  void anyTextIsARangeOrNone(byte[] bytes) {
    AddressRangeCheck.check(new String(bytes, ISO_8859_1));
  }
}
