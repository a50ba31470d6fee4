package dev.starling.chaos.kube;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A program of the control plane: it can be killed, frozen, and started again as it was before. Not
 * for several threads at once.
 */
public final class Server {
  private static final Duration END_LIMIT = Duration.ofSeconds(30);
  private static final Duration SIGNAL_LIMIT = Duration.ofSeconds(10);
  private static final int TAIL_BYTES = 4096;

  private final String name;
  private final List<String> words;
  private final KubeFolder folder;
  private final Path log;
  private @Nullable Process process;

  /** Starts nothing yet. */
  Server(String name, List<String> words, KubeFolder folder) {
    this(name, words, folder, folder.file(name + ".log"));
  }

  /** The same with a log elsewhere. */
  Server(String name, List<String> words, KubeFolder folder, Path log) {
    this.name = name;
    this.words = List.copyOf(words);
    this.folder = folder;
    this.log = log;
  }

  /** The program's name. */
  public String name() {
    return name;
  }

  /** What it has printed in all its lives. */
  public Path log() {
    return log;
  }

  /** Whether its process is there, frozen or not. */
  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** The process id of the present life. */
  public long processId() {
    return running().pid();
  }

  /** Starts it, for the first time or again, and returns the moment before. */
  public long start() {
    if (isRunning()) {
      throw new IllegalStateException(name + " is running");
    }
    long nanos = System.nanoTime();
    try {
      process = folder.process(words, log).start();
    } catch (IOException e) {
      throw new LabException("cannot start " + name, e);
    }
    return nanos;
  }

  /** Kills it without a word, waits until it is gone, and returns the moment before. */
  public long kill() {
    return end(Posix.SIGKILL);
  }

  /** Asks it to end, waits until it has, and returns the moment before. */
  public long stop() {
    return end(Posix.SIGTERM);
  }

  /** Freezes it, and returns the moment before; its connections stay open and answer nothing. */
  public long freeze() {
    return signal(Posix.SIGSTOP, true);
  }

  /** Lets it go on after {@link #freeze}, and returns the moment before. */
  public long thaw() {
    return signal(Posix.SIGCONT, false);
  }

  /** Fails, with the last lines of the log, if it is not running. */
  public void checkAlive() {
    if (process == null) {
      throw new LabException(name + " was not started");
    }
    if (!process.isAlive()) {
      throw new LabException(
          String.format(
              Locale.ROOT,
              "%s has ended with exit code %d; its last lines:%n%s",
              name,
              process.exitValue(),
              lastLines()));
    }
  }

  /** The end of its log. */
  public String lastLines() {
    return lastLines(log);
  }

  /** The end of a log. */
  static String lastLines(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL_BYTES));
      byte[] bytes = new byte[TAIL_BYTES];
      int length = file.read(bytes);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "no log: " + e.getMessage();
    }
  }

  /**
   * Kills the one child of its process, waits until the process is gone too, and returns the moment
   * before; for a process that is nothing but the parent of process 1 of a pid namespace, and ends
   * when all in it have.
   */
  long killChild() {
    Process parent = running();
    long child =
        parent
            .children()
            .findFirst()
            .orElseThrow(() -> new LabException(name + " has no child"))
            .pid();
    return end(parent, child, Posix.SIGKILL);
  }

  private long end(int signal) {
    Process victim = running();
    return end(victim, victim.pid(), signal);
  }

  private long end(Process victim, long pid, int signal) {
    long nanos = System.nanoTime();
    Posix.signal(pid, signal);
    try {
      if (!victim.waitFor(END_LIMIT)) {
        throw new LabException(
            String.format(
                Locale.ROOT,
                "%s did not end within %d s; its last lines:%n%s",
                name,
                END_LIMIT.toSeconds(),
                lastLines()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while waiting for the end of " + name);
    }
    return nanos;
  }

  private long signal(int signal, boolean frozen) {
    Process target = running();
    long nanos = System.nanoTime();
    Posix.signal(target.pid(), signal);
    Patience.await(
        name + (frozen ? " is frozen" : " goes on"),
        SIGNAL_LIMIT,
        () -> (state(target.pid()) == 'T') == frozen,
        () -> "its state is " + state(target.pid()));
    return nanos;
  }

  private Process running() {
    checkAlive();
    if (process == null) {
      throw new IllegalStateException("checked above");
    }
    return process;
  }

  /** The state letter of proc(5): the one after the name in parentheses. */
  private static char state(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return 'X';
    }
  }
}
