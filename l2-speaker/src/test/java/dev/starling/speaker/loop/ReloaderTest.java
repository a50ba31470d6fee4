package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.KeyFile;
import dev.starling.membership.KeyStretching;
import dev.starling.membership.MemberId;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.config.Surroundings;
import dev.starling.speaker.file.FileSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloaderTest {
  private static final String KEY = "TqC3l5wJ9sYvVd0mX2kHfQ8uGb7nZrPa-EoLtIy4_c6\n";
  private static final String NEXT_KEY = "nWq0yqk9Xf7m2cVv5tRb8zLs3hPd6gJe1aUo4iYxQwE";
  private static final String NEW_KEY = "p4VxR8mWk2Qz6LdYt0HsJn5cBfGa9uEo-TiXvKy3_w7\n";

  @TempDir Path folder;
  private final InstantSource clock = () -> Instant.parse("2026-01-01T00:00:00Z");
  private final List<Throwable> broken = new ArrayList<>();
  private final List<SpeakerConfig> configured = new ArrayList<>();
  private final EventQueue queue = new EventQueue(() -> 0, broken::add);
  private final ScriptedMembership membership =
      new ScriptedMembership(MemberId.of("n1", 1), new MembershipEvents(queue));
  private int refused;
  private Reloader reloader;

  @BeforeEach
  void start() throws IOException {
    Files.writeString(folder.resolve("starling.yaml"), Configs.THREE);
    Files.writeString(folder.resolve("key"), KEY);
    FileSource source =
        new FileSource(folder.resolve("starling.yaml"), Surroundings.named("host"), clock);
    var first = (FileSource.Outcome.Applied) source.poll(true);
    var targets = new Reloader.Targets(membership, configured::add, () -> refused++, broken::add);
    reloader = new Reloader(source, first, new KeyStretching("c"), targets, clock);
  }

  @AfterEach
  void end() {
    reloader.close();
    assertThat(broken).isEmpty();
  }

  @Test
  void aGoodChangeReachesTheMembershipAndTheLinks() throws IOException {
    Files.writeString(
        folder.resolve("starling.yaml"),
        Configs.THREE.replace("  - {name: n3, address: 192.0.2.3}\n", ""));
    reloader.poll(true);

    assertThat(membership.expected()).extracting(peer -> peer.node()).containsExactly("n2");
    assertThat(configured).hasSize(1);
    assertThat(membership.installed()).isEmpty();
    assertThat(reloader.status().faults()).isEmpty();
  }

  @Test
  void aBadChangeReachesNobodyButTheStatusAndTheCount() throws IOException {
    Files.writeString(folder.resolve("starling.yaml"), "nonsense: 1\n");
    reloader.poll(true);

    assertThat(configured).isEmpty();
    assertThat(refused).isEqualTo(1);
    assertThat(reloader.status().faults()).isNotEmpty();
    assertThat(reloader.status().loadedAt()).isEqualTo(clock.instant());
  }

  @Test
  void changedKeysAreInstalledNewestFirst() throws IOException {
    Files.writeString(folder.resolve("key"), NEW_KEY + KEY);
    reloader.poll(true);

    assertThat(membership.installed())
        .singleElement()
        .satisfies(ring -> assertThat(ring.keys()).hasSize(2));
    assertThat(configured).isEmpty();
  }

  @Test
  void askingWithoutAChangeChangesNothing() {
    reloader.poll(true);

    assertThat(configured).isEmpty();
    assertThat(refused).isZero();
  }

  @Test
  void theSecretIsAheadOfTheFileAndAChangeOfAnotherSettingDoesNotGoBack() throws IOException {
    reloader.takeSecret(KeyFile.single(NEXT_KEY));
    assertThat(membership.installed()).hasSize(1);

    Files.writeString(folder.resolve("starling.yaml"), Configs.THREE + "drain: true\n");
    reloader.poll(true);
    assertThat(configured).hasSize(1);
    assertThat(membership.installed()).as("the file still has the old key").hasSize(1);

    Files.writeString(folder.resolve("key"), NEXT_KEY);
    reloader.poll(true);
    assertThat(membership.installed()).as("the file has caught up").hasSize(1);
  }

  @Test
  void aBadSecretIsCountedAndChangesNothing() {
    reloader.takeSecret(KeyFile.single("password"));
    assertThat(refused).isEqualTo(1);
    assertThat(membership.installed()).isEmpty();
  }
}
