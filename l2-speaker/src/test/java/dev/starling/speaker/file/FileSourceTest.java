package dev.starling.speaker.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.config.Surroundings;
import dev.starling.speaker.file.FileSource.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {
  private static final String GOOD =
      """
      node: n1
      bind: 192.0.2.1
      peers:
        - {name: n2, address: 192.0.2.2}
      keyFile: key
      services:
        - {name: web, ips: ["192.0.2.80"], interfaces: [eth0]}
      """;
  private static final String KEY = "TqC3l5wJ9sYvVd0mX2kHfQ8uGb7nZrPa-EoLtIy4_c6\n";
  private static final String NEW_KEY = "p4VxR8mWk2Qz6LdYt0HsJn5cBfGa9uEo-TiXvKy3_w7\n";

  @TempDir Path folder;
  private Path file;
  private Path key;
  private FileSource source;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("starling.yaml");
    key = folder.resolve("key");
    write(file, GOOD);
    write(key, KEY);
    source = new FileSource(file, Surroundings.named("host"), () -> now);
  }

  @Test
  void theFirstLookAppliesAndTheNextOneHasNothingNew() {
    assertThat(source.poll(true))
        .isInstanceOfSatisfying(
            Outcome.Applied.class,
            applied -> {
              assertThat(applied.config().node()).isEqualTo("n1");
              assertThat(applied.keys()).hasSize(1);
            });
    assertThat(source.poll(false)).isInstanceOf(Outcome.Unchanged.class);
  }

  @Test
  void aFileThatIsReplacedIsAppliedAtOnce() throws IOException {
    source.poll(true);
    replace(file, GOOD.replace("192.0.2.80", "192.0.2.81"));

    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Applied.class,
            applied ->
                assertThat(applied.config().services().getFirst().ips().toString())
                    .contains("192.0.2.81"));
  }

  @Test
  void aSymbolicLinkThatIsSwappedIsAppliedAtOnce() throws IOException {
    Path first = Files.createDirectory(folder.resolve("..v1"));
    Path second = Files.createDirectory(folder.resolve("..v2"));
    write(first.resolve("starling.yaml"), GOOD);
    write(second.resolve("starling.yaml"), GOOD + "drain: true\n");
    Path data = folder.resolve("..data");
    Files.createSymbolicLink(data, first);
    Path linked = folder.resolve("linked.yaml");
    Files.createSymbolicLink(linked, data.resolve("starling.yaml"));
    FileSource followed = new FileSource(linked, Surroundings.named("host"), () -> now);
    followed.poll(true);

    Path next = folder.resolve("..next");
    Files.createSymbolicLink(next, second);
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

    assertThat(followed.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Applied.class, applied -> assertThat(applied.config().drain()).isTrue());
  }

  @Test
  void aFileThatIsWrittenInPlaceIsAppliedWhenItHasStoodStillForALook() throws IOException {
    source.poll(true);
    write(file, GOOD.substring(0, GOOD.indexOf("services:")));
    assertThat(source.poll(false)).isInstanceOf(Outcome.Unchanged.class);
    write(file, GOOD + "drain: true\n");
    assertThat(source.poll(false)).isInstanceOf(Outcome.Unchanged.class);

    assertThat(source.poll(false)).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void aChangeWithinTheResolutionOfTheFilesTimeIsNoticed() throws IOException {
    source.poll(true);
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(file, GOOD.replace("192.0.2.80", "192.0.2.81"));
    Files.setLastModifiedTime(file, time);

    source.poll(false);
    assertThat(source.poll(false)).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void aBadChangeIsRefusedAsAWholeWithEveryFaultAndToldOnce() throws IOException {
    source.poll(true);
    replace(file, GOOD.replace("bind:", "bnd:").replace("192.0.2.80", "192.0.2.800"));

    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.faults()).hasSizeGreaterThan(1);
              assertThat(refused.faults()).allSatisfy(f -> assertThat(f).startsWith(file + ":"));
              assertThat(refused.unreadable()).isFalse();
            });
    assertThat(source.poll(false)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(source.poll(true)).as("asked").isInstanceOf(Outcome.Refused.class);

    replace(file, GOOD);
    assertThat(source.poll(false)).isInstanceOf(Outcome.Restored.class);
  }

  @Test
  void whatOnlyARestartAppliesIsRefusedByName() throws IOException {
    source.poll(true);
    replace(file, GOOD.replace("node: n1", "node: n9") + "port: 7947\n");

    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused ->
                assertThat(refused.faults()).singleElement().asString().contains("node, port"));
  }

  @Test
  void aFileThatIsGoneIsAFaultUntilItIsBack() throws IOException {
    source.poll(true);
    Files.delete(file);
    source.poll(false);

    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.unreadable()).isTrue();
              assertThat(refused.faults()).singleElement().asString().contains("no such file");
            });
    write(file, GOOD);
    source.poll(false);
    assertThat(source.poll(false)).isInstanceOf(Outcome.Restored.class);
  }

  @Test
  void aNewKeyIsAppliedAndAWeakOneIsRefused() throws IOException {
    source.poll(true);
    replace(key, NEW_KEY + KEY);
    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Applied.class, applied -> assertThat(applied.keys()).hasSize(2));

    replace(key, "changeme-changeme\n");
    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused ->
                assertThat(refused.faults())
                    .singleElement()
                    .asString()
                    .startsWith(key + ":1: ")
                    .contains("starling keygen"));
  }

  @Test
  void aGoodFileWithABadKeyIsRefusedAsAWhole() throws IOException {
    source.poll(true);
    replace(file, GOOD.replace("keyFile: key", "keyFile: other") + "drain: true\n");
    assertThat(source.poll(false)).isInstanceOf(Outcome.Refused.class);

    write(folder.resolve("other"), NEW_KEY);
    source.poll(false);
    assertThat(source.poll(false))
        .isInstanceOfSatisfying(
            Outcome.Applied.class, applied -> assertThat(applied.config().drain()).isTrue());
  }

  @Test
  void aFileThatCannotBeReadAtFirstIsSaidToBeUnreadable() throws IOException {
    Files.delete(key);
    assertThat(source.poll(true))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.unreadable()).isTrue();
              assertThat(refused.faults())
                  .isEqualTo(
                      List.of(
                          key
                              + ": cannot be read: no such file; 'starling keygen' prints a key to put there"));
            });
  }

  private void replace(Path path, String text) throws IOException {
    Path next = folder.resolve("next");
    write(next, text);
    Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void write(Path path, String text) throws IOException {
    Files.writeString(path, text);
    now = now.plusMillis(500);
    Files.setLastModifiedTime(path, FileTime.from(now));
  }
}
