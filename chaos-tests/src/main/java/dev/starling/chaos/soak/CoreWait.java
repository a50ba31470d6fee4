package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How long the speakers' threads have waited for a core, each time that they wanted one: the
 * measure of a machine that is too busy for what a soak expects. By {@code schedstat} of proc(5).
 */
final class CoreWait {
  private static final int WAITED = 1;
  private static final int TIMES = 2;

  private record Count(long waitedNanos, long times) {}

  private final Lab lab;
  private SortedMap<String, Count> last;

  CoreWait(Lab lab) {
    this.lab = lab;
    this.last = look();
  }

  /** The mean wait since the last call in ms, of the threads that were there at both ends. */
  double meanMillis() {
    SortedMap<String, Count> now = look();
    long waited = 0;
    long times = 0;
    for (var each : now.entrySet()) {
      Count before = last.get(each.getKey());
      if (before != null) {
        waited += each.getValue().waitedNanos() - before.waitedNanos();
        times += each.getValue().times() - before.times();
      }
    }
    last = now;
    return times == 0 ? 0 : waited / 1e6 / times;
  }

  private SortedMap<String, Count> look() {
    SortedMap<String, Count> found = new TreeMap<>();
    for (String node : lab.plan().nodes()) {
      Path tasks = Path.of("/proc", Long.toString(lab.speaker(node).processId()), "task");
      for (Path task : list(tasks)) {
        read(task, found);
      }
    }
    return found;
  }

  private static void read(Path task, SortedMap<String, Count> found) {
    try {
      String[] words = Files.readString(task.resolve("schedstat")).strip().split(" ", -1);
      Count count = new Count(Long.parseLong(words[WAITED]), Long.parseLong(words[TIMES]));
      found.put(task.toString(), count);
    } catch (IOException e) {
      // The thread has ended meanwhile.
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    } catch (IOException e) {
      // The process has ended meanwhile.
      return List.of();
    }
  }
}
