package dev.starling.chaos.soak;

import dev.starling.chaos.nodes.Speaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a speaker's process takes of the machine at one moment.
 *
 * @param nanos when
 * @param node whose
 * @param process its process id: a new life is a new series
 * @param residentKib memory in RAM (VmRSS)
 * @param threads of the process
 * @param files open file descriptors
 * @param sockets those of them that are sockets
 */
public record Vitals(
    long nanos, String node, long process, long residentKib, int threads, int files, int sockets) {
  /** Looks at the present life of {@code speaker}; empty if it is gone. */
  static Optional<Vitals> of(Speaker speaker) {
    long process = speaker.processId();
    Path folder = Path.of("/proc", Long.toString(process));
    try (Stream<Path> open = Files.list(folder.resolve("fd"))) {
      List<Path> descriptors = open.toList();
      int sockets = (int) descriptors.stream().filter(Vitals::isSocket).count();
      return Optional.of(
          new Vitals(
              System.nanoTime(),
              speaker.node(),
              process,
              speaker.residentKib(),
              threads(folder),
              descriptors.size(),
              sockets));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException e) {
      return false;
    }
  }

  private static int threads(Path folder) throws IOException {
    try (Stream<Path> tasks = Files.list(folder.resolve("task"))) {
      return (int) tasks.count();
    }
  }
}
