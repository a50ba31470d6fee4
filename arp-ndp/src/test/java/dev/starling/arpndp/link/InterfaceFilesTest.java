package dev.starling.arpndp.link;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.wire.MacAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterfaceFilesTest {
  private static final Map<String, String> FILES =
      new LinkedHashMap<>(
          Map.of(
              "ifindex", "17\n",
              "flags", "0x1003\n",
              "address", "02:00:5e:10:00:0a\n",
              "carrier", "1\n",
              "carrier_changes", "4\n",
              "mtu", "1500\n"));

  private Path root = Path.of("");

  @BeforeEach
  void writeAll(@TempDir Path folder) throws IOException {
    root = folder;
    Files.createDirectory(root.resolve("eth0"));
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      write(file.getKey(), file.getValue().getBytes(ISO_8859_1));
    }
  }

  @Test
  void readsWhatTheKernelSays() {
    MacAddress mac = new MacAddress(0x0200_5e10_000aL);
    assertThat(read())
        .isEqualTo(
            new LinkInfo("eth0", true, 17, true, true, 4, mac, false, false, 1500, List.of()));
    assertThat(new InterfaceFiles(root).read("eth1", List.of())).isEqualTo(LinkInfo.absent("eth1"));
  }

  @Test
  void aCutOrDamagedOrMissingFileIsAsIfItSaidNothing() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      byte[] whole = file.getValue().getBytes(ISO_8859_1);
      for (int length = 0; length < whole.length; length++) {
        write(file.getKey(), Arrays.copyOf(whole, length));
        assertThat(read().name()).isEqualTo("eth0");
      }
      for (int bit = 0; bit < whole.length * 8; bit++) {
        byte[] flipped = whole.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        write(file.getKey(), flipped);
        assertThat(read().name()).isEqualTo("eth0");
      }
      Files.delete(root.resolve("eth0").resolve(file.getKey()));
      assertThat(read()).isNotEqualTo(LinkInfo.absent("eth1"));
      write(file.getKey(), whole);
    }
  }

  @Test
  void aCarrierThatGoesBetweenTwoReadsIsSeenAtTheNextLook() {
    Map<String, String> files = new LinkedHashMap<>(FILES);
    InterfaceFiles interfaceFiles =
        new InterfaceFiles(
            root,
            file -> {
              String name = String.valueOf(file.getFileName());
              String text = files.getOrDefault(name, "");
              if (name.startsWith("carrier")) {
                files.put("carrier", "0\n");
                files.put("carrier_changes", "5\n");
              }
              return text;
            });

    LinkInfo torn = interfaceFiles.read("eth0", List.of());

    assertThat(interfaceFiles.looksLike(torn)).isFalse();
    assertThat(interfaceFiles.looksLike(interfaceFiles.read("eth0", List.of()))).isTrue();
  }

  private LinkInfo read() {
    return new InterfaceFiles(root).read("eth0", List.of());
  }

  private void write(String file, byte[] content) throws IOException {
    Files.write(root.resolve("eth0").resolve(file), content);
  }
}
