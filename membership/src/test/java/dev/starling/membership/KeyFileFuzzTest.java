package dev.starling.membership;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** The bytes of a key file as the speaker decodes them, and as any UTF-16 at all. */
final class KeyFileFuzzTest {
  @FuzzTest
  void anyTextGivesKeysOrNamedFaults(byte[] bytes) {
    KeyFileCheck.check(new String(bytes, UTF_8));
    KeyFileCheck.check(new String(bytes, StandardCharsets.ISO_8859_1));
    StringBuilder raw = new StringBuilder();
    for (int i = 0; i + 1 < bytes.length; i += 2) {
      raw.append((char) ((bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff)));
    }
    KeyFileCheck.check(raw.toString());
  }
}
