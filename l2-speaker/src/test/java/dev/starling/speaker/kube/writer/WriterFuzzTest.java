package dev.starling.speaker.kube.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

class WriterFuzzTest {
  @DictionaryEntries({
    "\\x22metadata\\x22:{",
    "\\x22name\\x22:",
    "\\x22uid\\x22:",
    "\\x22resourceVersion\\x22:",
    "\\x22creationTimestamp\\x22:",
    "\\x22annotations\\x22:{",
    "\\x22starling.dev/rotated-at\\x22:",
    "\\x222026-01-01T00:00:00Z\\x22",
    "\\x22labels\\x22:{",
    "\\x22metallb.io/node\\x22:",
    "\\x22status\\x22:{",
    "\\x22interfaces\\x22:[{",
    "\\x22ownerReferences\\x22:[{",
    "\\x22message\\x22:",
    "\\x22reason\\x22:",
    "\\x22details\\x22:{",
    "\\x22causes\\x22:[{",
    "NamespaceTerminating",
    "AlreadyExists"
  })
  @FuzzTest
  void whateverAServerSaysIsTakenInOrRefused(byte[] bytes) {
    if (bytes.length > 2) {
      int code = 100 + (((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff)) % 500;
      WriterCheck.check(code, new String(bytes, 2, bytes.length - 2, UTF_8));
    }
  }
}
