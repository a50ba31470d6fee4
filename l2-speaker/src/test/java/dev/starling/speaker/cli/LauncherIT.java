package dev.starling.speaker.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bin/starling, on the jars of this build. */
class LauncherIT {
  private static final Path LAUNCHER = Path.of("../bin/starling").toAbsolutePath().normalize();

  @TempDir private Path folder;

  record Ran(int code, String out, String err) {}

  @Test
  void runsACommand() throws IOException, InterruptedException {
    assertThat(run(LAUNCHER, "owners", "--nodes", "node-a,node-b,node-c", "--ip", "10.0.0.2"))
        .isEqualTo(new Ran(0, "node-b\nnode-c\nnode-a\n", ""));
  }

  @Test
  void passesTheExitCodeOn() throws IOException, InterruptedException {
    Ran ran = run(LAUNCHER, "bogus");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).startsWith("starling: Unmatched argument");
  }

  @Test
  void isFoundThroughALink() throws IOException, InterruptedException {
    Path link = Files.createSymbolicLink(folder.resolve("starling"), LAUNCHER);
    assertThat(run(link, "keygen").out()).hasSize(44);
  }

  @Test
  void saysHowToMakeMissingJars() throws IOException, InterruptedException {
    Path copy = Files.createDirectories(folder.resolve("bin")).resolve("starling");
    Files.copy(LAUNCHER, copy);
    assertThat(copy.toFile().setExecutable(true)).isTrue();
    Ran ran = run(copy, "keygen");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("no jars in ").contains("; run bin/build first");
  }

  @Test
  void leavesACacheOfAnotherBuildUnusedWithoutAWord() throws IOException, InterruptedException {
    Files.createSymbolicLink(
        folder.resolve("lib"), Path.of("target/starling/lib").toAbsolutePath());
    Path copy = Files.createDirectories(folder.resolve("bin")).resolve("starling");
    Files.copy(LAUNCHER, copy);
    assertThat(copy.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("starling.aot"), "not a cache");
    assertThat(run(copy, "owners", "--nodes", "n1", "--ip", "10.0.0.1"))
        .isEqualTo(new Ran(0, "n1\n", ""));
  }

  @Test
  void javaTakesItsPlace() throws IOException, InterruptedException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      Process process = start(LAUNCHER, "status", "-a", "127.0.0.1:" + silent.getLocalPort());
      try {
        silent.setSoTimeout(30_000);
        Socket asked = silent.accept();
        assertThat(process.info().command())
            .hasValueSatisfying(c -> assertThat(c).endsWith("/java"));
        asked.close();
        assertThat(process.waitFor(Duration.ofSeconds(30))).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private Ran run(Path launcher, String... arguments) throws IOException, InterruptedException {
    Process process = start(launcher, arguments);
    assertThat(process.waitFor(Duration.ofSeconds(30))).isTrue();
    return new Ran(
        process.exitValue(),
        Files.readString(folder.resolve("out"), UTF_8),
        Files.readString(folder.resolve("err"), UTF_8));
  }

  private Process start(Path launcher, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    return builder.start();
  }
}
