package dev.starling.chaos.packages;

import dev.starling.chaos.kube.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** A clone of the project as far as a user's commands need one, and a shell in it. */
final class UserShell {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Path clone;

  /** One in a folder that has a copy of {@code kustomize/}. */
  UserShell(Path clone) {
    this.clone = clone;
  }

  /** Puts a script in the place of a program, named from the clone on. */
  void program(String name, String script) throws IOException {
    Path file = clone.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, "#!/bin/bash\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * Runs commands as they stand.
   *
   * @param path a folder of programs that come before the system's
   */
  Outcome run(String commands, String path, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(clone, "shell", ".out");
    Path error = Files.createTempFile(clone, "shell", ".err");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", commands)
            .directory(clone.toFile())
            .redirectOutput(out.toFile())
            .redirectError(error.toFile());
    builder.environment().put("PATH", path + ":" + System.getenv("PATH"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT)) {
        throw new AssertionError("no end of: " + commands);
      }
      return new Outcome(process.exitValue(), Files.readString(out), Files.readString(error));
    } finally {
      process.destroyForcibly();
    }
  }
}
