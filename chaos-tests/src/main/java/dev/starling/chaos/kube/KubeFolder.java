package dev.starling.chaos.kube;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The folder of a Kubernetes, and the guarantee that nothing of it is left behind: its processes
 * carry a mark, and a small program waits on a pipe from this JVM. When the pipe closes, for
 * whatever reason and be it {@code kill -9}, it ends every process with the mark and removes the
 * folder.
 */
final class KubeFolder implements AutoCloseable {
  private static final String MARK = "STARLING_KUBE";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Path path;
  private final Process sweeper;

  private KubeFolder(Path path, Process sweeper) {
    this.path = path;
    this.sweeper = sweeper;
  }

  /** Makes a folder among the temporary ones, and starts its sweeper. */
  static KubeFolder make(KubeTools tools) {
    try {
      Path path = Files.createTempDirectory("kube-").toRealPath();
      // A session of its own: the terminal's Ctrl-C is for this JVM, which then closes the pipe.
      Process sweeper =
          new ProcessBuilder("setsid", tools.script("sweep"), "after", path.toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new KubeFolder(path, sweeper);
    } catch (IOException e) {
      throw new LabException("cannot make the folder of a control plane", e);
    }
  }

  /** Where it is. */
  Path path() {
    return path;
  }

  /** A file in it. */
  Path file(String name) {
    return path.resolve(name);
  }

  /** Writes a file in it and returns its path. */
  Path write(String name, String text) {
    try {
      return Files.writeString(file(name), text);
    } catch (IOException e) {
      throw new LabException("cannot write " + file(name), e);
    }
  }

  /** The text of a file in it. */
  String read(String name) {
    try {
      return Files.readString(file(name));
    } catch (IOException e) {
      throw new LabException("cannot read " + file(name), e);
    }
  }

  /** A process that ends with this folder; its output goes to {@code log}. */
  ProcessBuilder process(List<String> words, Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(path.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put(MARK, path.toString());
    return builder;
  }

  /** Copies every log, its own and those of its nodes, into {@code target}, which it makes. */
  void copyLogs(Path target) {
    try {
      Files.createDirectories(target);
      copyLogs(path, "", target);
      try (DirectoryStream<Path> nodes = Files.newDirectoryStream(path, Files::isDirectory)) {
        for (Path node : nodes) {
          copyLogs(node, node.getFileName() + "-", target);
        }
      }
    } catch (IOException e) {
      throw new LabException("cannot copy the logs of " + path, e);
    }
  }

  /** Leaves everything in place from now on, until somebody asks for its removal. */
  void keep() {
    write("kept", "");
  }

  /** Ends every process, removes the folder, and returns when that is done. */
  @Override
  public void close() {
    try (OutputStream pipe = sweeper.getOutputStream()) {
      pipe.write("end\n".getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new LabException("the sweeper of " + path + " is gone", e);
    }
    try {
      if (!sweeper.waitFor(LIMIT)) {
        throw new LabException(
            String.format(Locale.ROOT, "%s was not cleared away in %d s", path, LIMIT.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copyLogs(Path from, String prefix, Path target) throws IOException {
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(from, "*.log")) {
      for (Path log : logs) {
        Files.copy(
            log, target.resolve(prefix + log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
