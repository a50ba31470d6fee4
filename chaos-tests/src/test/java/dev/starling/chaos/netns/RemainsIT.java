package dev.starling.chaos.netns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sweeper, on a lab whose JVM cannot exist: no process has a number that large. */
class RemainsIT {
  private static final String PREFIX = "stl99999999";
  private static final Path FOLDER = Path.of("/run/starling-lab", PREFIX);
  private static final Path NAMESPACE = Path.of("/run/netns", PREFIX + "-n1");

  private Path script = Path.of("");
  private Process inhabitant;

  @BeforeEach
  void leaveALabBehind() throws IOException {
    script = Needs.namespaces().resolve("bin/lib/lab-sweep");
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve("log"), "x");
    Command.run(List.of("ip", "netns", "add", PREFIX + "-n1"));
    inhabitant =
        new ProcessBuilder(new Namespace(PREFIX + "-n1").command(List.of("sleep", "600"))).start();
    Patience.await(
        "the process is in its namespace",
        Duration.ofSeconds(5),
        () ->
            Command.run(List.of("ip", "netns", "pids", PREFIX + "-n1"))
                .contains(String.valueOf(inhabitant.pid())),
        () -> "it is elsewhere");
  }

  @AfterEach
  void remove() throws IOException {
    Files.deleteIfExists(FOLDER.resolve("kept"));
    sweep("after", PREFIX);
  }

  @Test
  void theEndOfThePipeRemovesEverything() throws InterruptedException {
    sweep("after", PREFIX);

    assertThat(inhabitant.waitFor(Duration.ofSeconds(5))).isTrue();
    assertThat(NAMESPACE).doesNotExist();
    assertThat(FOLDER).doesNotExist();
  }

  @Test
  void theNextLabRemovesWhatADeadOneLeft() throws InterruptedException {
    assertThat(sweep("dead")).contains("removed what the lab " + PREFIX + " had left");

    assertThat(inhabitant.waitFor(Duration.ofSeconds(5))).isTrue();
    assertThat(NAMESPACE).doesNotExist();
    assertThat(FOLDER).doesNotExist();
  }

  @Test
  void aKeptLabStays() throws IOException {
    Files.createFile(FOLDER.resolve("kept"));

    sweep("after", PREFIX);
    sweep("dead");

    assertThat(inhabitant.isAlive()).isTrue();
    assertThat(NAMESPACE).exists();
    assertThat(FOLDER).exists();
  }

  private String sweep(String... words) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(words));
    return Command.run(command);
  }
}
