package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The speaker of one node: a process that can be started, stopped, frozen and killed. */
public final class Speaker {
  private final String node;
  private final Namespace namespace;
  private final Path launcher;
  private final SpeakerFiles files;
  private final SpeakerLog log;

  private Process process;
  private long startedNanos;
  private boolean retired;
  private volatile boolean told;

  /** Starts the speaker of {@code node} with the program {@code launcher}. */
  public Speaker(String node, Namespace namespace, Path launcher, SpeakerFiles files) {
    this.node = node;
    this.namespace = namespace;
    this.launcher = launcher;
    this.files = files;
    this.log = new SpeakerLog(files.log(node));
    this.startedNanos = System.nanoTime();
    this.process = launch();
  }

  /** The node's name. */
  public String node() {
    return node;
  }

  /** The moment before the process of the present life was started. */
  public long startedNanos() {
    return startedNanos;
  }

  /** What it has printed in all its lives. */
  public SpeakerLog log() {
    return log;
  }

  /** Starts it again after it has ended. */
  public void startAgain() {
    awaitEnd(Duration.ofSeconds(1));
    startedNanos = System.nanoTime();
    process = launch();
    told = false;
  }

  /** Sends a signal and returns the moment before; fails if the speaker is gone. */
  public long signal(int signal) {
    checkAlive();
    long nanos = System.nanoTime();
    if (!Posix.signal(process.pid(), signal)) {
      checkAlive();
    }
    return nanos;
  }

  /** Sends a signal that ends the process, and returns the moment before. */
  public long end(int signal) {
    long nanos = signal(signal);
    told = true;
    return nanos;
  }

  /** Whether the process was told to end, or started no more since. */
  public boolean isTold() {
    return told;
  }

  /** Fails, with the last lines of the log, if the process is gone and nobody told it to end. */
  public void checkAlive() {
    if (!told && !process.isAlive()) {
      throw new LabException(
          String.format(
              Locale.ROOT,
              "the speaker of %s has ended by itself with exit code %d; its last lines:%n%s",
              node,
              process.exitValue(),
              log().lastLines()));
    }
  }

  /** The process id of the present life. */
  public long processId() {
    return process.pid();
  }

  /** Waits until the process is gone. */
  public void awaitEnd(Duration limit) {
    try {
      if (!process.waitFor(limit)) {
        throw new LabException(
            String.format(
                Locale.ROOT,
                "the speaker of %s did not end within %d ms; its last lines:%n%s",
                node,
                limit.toMillis(),
                log().lastLines()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while waiting for the speaker of " + node);
    }
  }

  /** The memory of the process that is in RAM (VmRSS), in KiB; 0 if it is gone. */
  public long residentKib() {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .sum();
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Starts it no more from now on: when this has returned, a sweep through the namespace finds
   * every process that there will be.
   */
  public synchronized void retire() {
    retired = true;
  }

  private synchronized Process launch() {
    if (retired) {
      throw new LabException("the lab is being closed");
    }
    // setsid: a terminal's Ctrl-C is for the lab, and a kept speaker outlives the lab's terminal.
    // setsid, ip and the launcher each replace themselves, so the process id is the speaker's.
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(
        namespace.command(
            List.of(
                launcher.toString(),
                "speaker",
                "--config",
                files.configuration(node).toString(),
                "--log-format",
                "json")));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder
        .environment()
        .merge("STARLING_JAVA_OPTS", javaOptions(files.scratch(node)), (a, b) -> a + " " + b);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(files.log(node).toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new LabException("cannot start the speaker of " + node, e);
    }
  }

  /** Keeps what a JVM that is killed leaves in the temporary folder inside of the lab's own. */
  private static String javaOptions(Path scratch) {
    return "-XX:-UsePerfData -Djava.io.tmpdir=%1$s -Djna.tmpdir=%1$s".formatted(scratch);
  }
}
