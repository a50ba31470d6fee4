package dev.starling.chaos.netns;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The guarantee that nothing is left behind. A small program of its own waits on a pipe from this
 * JVM; when the pipe closes, for whatever reason and be it {@code kill -9}, it ends every process
 * in the lab's namespaces and removes them and the lab's folder.
 */
public final class Remains implements AutoCloseable {
  private static final long LIMIT_SECONDS = 20;

  private final Path folder;
  private final Process sweeper;

  private Remains(Path folder, Process sweeper) {
    this.folder = folder;
    this.sweeper = sweeper;
  }

  /**
   * Removes what dead labs have left, makes the folder of this one, and starts its sweeper.
   *
   * @param home the folder of the project
   * @param prefix what the names of this lab begin with; holds this JVM's process id
   */
  public static Remains of(Path home, String prefix) {
    String script = home.resolve("bin/lib/lab-sweep").toString();
    Command.run(List.of(script, "dead"));
    Path folder = Path.of("/run/starling-lab", prefix);
    try {
      Files.createDirectories(folder);
      // A session of its own: the terminal's Ctrl-C is for the lab, which then closes the pipe.
      Process sweeper =
          new ProcessBuilder("setsid", script, "after", prefix)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new Remains(folder, sweeper);
    } catch (IOException e) {
      throw new LabException("cannot start " + script, e);
    }
  }

  /** The folder for the lab's files; goes with the rest. */
  public Path folder() {
    return folder;
  }

  /** Leaves everything in place from now on, until somebody asks for its removal. */
  public void keep() {
    try {
      Files.createFile(folder.resolve("kept"));
    } catch (IOException e) {
      throw new LabException("cannot mark " + folder + " as kept", e);
    }
  }

  /** Removes everything, unless it is to be kept, and returns when that is done. */
  @Override
  public void close() {
    try (OutputStream pipe = sweeper.getOutputStream()) {
      pipe.write("end\n".getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new LabException("the lab's sweeper is gone; run bin/lab --down", e);
    }
    try {
      if (!sweeper.waitFor(Duration.ofSeconds(LIMIT_SECONDS))) {
        throw new LabException(
            String.format(Locale.ROOT, "the lab was not cleared away in %d s", LIMIT_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
